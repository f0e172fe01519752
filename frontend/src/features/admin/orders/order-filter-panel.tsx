import { Button } from "@/components/button"
import { NativeSelect } from "@/components/native-select"
import { useLabels } from "@/features/admin/shared/labels"
import { DayFields } from "@/features/admin/shared/table/day-fields"
import { dayProblems } from "@/features/admin/shared/table/days"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { countFilters, type OrderFilters, orderPayments, orderStatuses } from "./order-filters"

type OrderFilterPanelProps = {
  filters: OrderFilters
  onChange: (changed: Partial<OrderFilters>) => void
  onClear: () => void
}

export function OrderFilterPanel({ filters, onChange, onClear }: OrderFilterPanelProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  const any = { value: "", label: t("filters.any") }
  const { startDate, endDate } = filters
  const days = useFilterInput({ applied: { startDate, endDate }, problemsOf: dayProblems, onApply: onChange })
  const isEmpty = countFilters({ ...filters, ...days.typed }) === 0
  function clear() {
    days.reset({ startDate: "", endDate: "" })
    onClear()
  }
  return (
    <section aria-label={t("filters.title")} className="rounded-md border border-line bg-paper p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium font-text text-base">{t("filters.title")}</h2>
        <Button variant="quiet" size="sm" disabled={isEmpty} onClick={clear}>
          {t("filters.clear")}
        </Button>
      </div>
      <div className="mt-3 grid grid-cols-2 items-start gap-3 lg:grid-cols-6">
        <SearchField
          label={t("filters.search")}
          hint={t("filters.searchHint")}
          value={filters.search}
          className="col-span-2"
          onSearch={(search) => onChange({ search })}
        />
        <NativeSelect
          label={t("columns.status")}
          value={filters.status}
          options={[any, ...orderStatuses.map((value) => ({ value, label: labels.orderStatus(value) }))]}
          onChange={({ target }) =>
            onChange({ status: orderStatuses.find((name) => name === target.value) ?? "" })
          }
        />
        <NativeSelect
          label={t("columns.payment")}
          value={filters.paymentStatus}
          options={[any, ...orderPayments.map((value) => ({ value, label: labels.orderPayment(value) }))]}
          onChange={({ target }) =>
            onChange({ paymentStatus: orderPayments.find((name) => name === target.value) ?? "" })
          }
        />
        <DayFields {...days} />
      </div>
    </section>
  )
}
