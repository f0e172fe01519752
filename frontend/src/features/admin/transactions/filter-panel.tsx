import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { useLabels } from "@/features/admin/shared/labels"
import { DayFields } from "@/features/admin/shared/table/day-fields"
import { type ActiveFilter, FilterBar } from "@/features/admin/shared/table/filter-bar"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useDayChips } from "@/features/admin/shared/table/use-day-chips"
import { useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import {
  type Method,
  methods,
  problemsOf,
  statuses,
  type TransactionFilters,
  transactionFilters,
  UNKNOWN_METHOD,
} from "./transaction-filters"

type FilterPanelProps = {
  filters: TransactionFilters
  onChange: (changed: Partial<TransactionFilters>) => void
  onClear: () => void
}

export function FilterPanel({ filters, onChange, onClear }: FilterPanelProps) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const { status, paymentMethod, startDate, endDate, minAmount, maxAmount } = filters
  const typing = useFilterInput({
    applied: { startDate, endDate, minAmount, maxAmount },
    problemsOf,
    onApply: onChange,
  })
  const { typed, problems, type, reset } = typing
  const methodLabel = (value: Method) =>
    value === UNKNOWN_METHOD ? t("methodUnknown") : labels.method(value)
  const dayChips = useDayChips(filters, onChange)
  const active: ActiveFilter[] = []
  if (status)
    active.push({ name: "status", label: labels.status(status), onRemove: () => onChange({ status: "" }) })
  if (paymentMethod) {
    const label = methodLabel(paymentMethod)
    active.push({ name: "method", label, onRemove: () => onChange({ paymentMethod: "" }) })
  }
  active.push(...dayChips)
  if (minAmount) {
    const label = t("filters.atLeast", { amount: formatRupees(Number(minAmount)) })
    active.push({ name: "minAmount", label, onRemove: () => onChange({ minAmount: "" }) })
  }
  if (maxAmount) {
    const label = t("filters.atMost", { amount: formatRupees(Number(maxAmount)) })
    active.push({ name: "maxAmount", label, onRemove: () => onChange({ maxAmount: "" }) })
  }
  function clear() {
    reset({ startDate: "", endDate: "", minAmount: "", maxAmount: "" })
    onClear()
  }
  const any = { value: "", label: t("filters.any") }

  const amount = (name: "minAmount" | "maxAmount") => ({
    label: t(`filters.${name}`),
    name,
    inputMode: "decimal" as const,
    autoComplete: "off",
    maxLength: 100,
    value: typed[name],
    error: problems[name] && t(`filters.problems.${problems[name]}`),
    onChange: (event: { target: { value: string } }) => type({ ...typed, [name]: event.target.value }),
  })

  return (
    <FilterBar
      search={
        <SearchField
          label={t("filters.search")}
          hint={t("filters.searchHint")}
          value={filters.search}
          onSearch={(search) => onChange({ search })}
        />
      }
      active={active}
      isEmpty={transactionFilters.count({ ...filters, ...typed }) === 0}
      onClear={clear}
    >
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-6">
        <NativeSelect
          label={t("filters.status")}
          value={status}
          options={[any, ...statuses.map((value) => ({ value, label: labels.status(value) }))]}
          onChange={({ target }) => onChange(transactionFilters.parse("status", target.value))}
        />
        <NativeSelect
          label={t("filters.method")}
          value={paymentMethod}
          options={[any, ...methods.map((value) => ({ value, label: methodLabel(value) }))]}
          onChange={({ target }) => onChange(transactionFilters.parse("paymentMethod", target.value))}
        />
        <DayFields {...typing} />
        <TextField {...amount("minAmount")} />
        <TextField {...amount("maxAmount")} />
      </div>
    </FilterBar>
  )
}
