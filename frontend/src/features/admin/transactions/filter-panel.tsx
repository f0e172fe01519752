import { TextField } from "@/components/field"
import { useLabels } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { methods, problemsOf, statuses, transactionFilters, UNKNOWN_METHOD } from "./transaction-filters"

export function FilterPanel() {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const { filters, change } = useListFilters(transactionFilters)
  const { startDate, endDate, minAmount, maxAmount } = filters
  const typing = useFilterInput({
    applied: { startDate, endDate, minAmount, maxAmount },
    problemsOf,
    onApply: change,
  })
  const { typed, problems, type } = typing
  const rupees = (text: string) => ({ amount: formatRupees(Number(text)) })
  return (
    <FilterBar
      list={transactionFilters}
      search={{ label: t("filters.search"), hint: t("filters.searchHint") }}
      selects={[
        {
          name: "status",
          label: t("filters.status"),
          options: statuses.map((value) => ({ value, label: labels.status(value) })),
        },
        {
          name: "paymentMethod",
          label: t("filters.method"),
          options: methods.map((value) => ({
            value,
            label: value === UNKNOWN_METHOD ? t("methodUnknown") : labels.method(value),
          })),
        },
      ]}
      typing={typing}
      chips={[
        { name: "minAmount", label: minAmount && t("filters.atLeast", rupees(minAmount)) },
        { name: "maxAmount", label: maxAmount && t("filters.atMost", rupees(maxAmount)) },
      ]}
      columns="grid-cols-2 lg:grid-cols-6"
    >
      {(["minAmount", "maxAmount"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`filters.${name}`)}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={100}
          value={typed[name]}
          error={problems[name] && t(`filters.problems.${problems[name]}`)}
          onChange={({ target }) => type({ ...typed, [name]: target.value })}
        />
      ))}
    </FilterBar>
  )
}
