import { NativeSelect } from "@/components/native-select"
import { orderPayments, orderStatuses, useLabels } from "@/features/admin/shared/labels"
import { DayFields } from "@/features/admin/shared/table/day-fields"
import { dayProblems } from "@/features/admin/shared/table/days"
import { type ActiveFilter, FilterBar } from "@/features/admin/shared/table/filter-bar"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useDayChips } from "@/features/admin/shared/table/use-day-chips"
import { useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { type OrderFilters, orderFilters } from "./order-filters"

type OrderFilterPanelProps = {
  filters: OrderFilters
  onChange: (changed: Partial<OrderFilters>) => void
  onClear: () => void
}

export function OrderFilterPanel({ filters, onChange, onClear }: OrderFilterPanelProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  const any = { value: "", label: t("filters.any") }
  const { status, paymentStatus, startDate, endDate } = filters
  const days = useFilterInput({ applied: { startDate, endDate }, problemsOf: dayProblems, onApply: onChange })
  const dayChips = useDayChips(filters, onChange)
  const active: ActiveFilter[] = [...dayChips]
  if (status)
    active.push({
      name: "status",
      label: labels.orderStatus(status),
      onRemove: () => onChange({ status: "" }),
    })
  if (paymentStatus) {
    active.push({
      name: "payment",
      label: labels.orderPayment(paymentStatus),
      onRemove: () => onChange({ paymentStatus: "" }),
    })
  }
  function clear() {
    days.reset({ startDate: "", endDate: "" })
    onClear()
  }
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
      isEmpty={orderFilters.count({ ...filters, ...days.typed }) === 0}
      onClear={clear}
    >
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <NativeSelect
          label={t("columns.status")}
          value={status}
          options={[any, ...orderStatuses.map((value) => ({ value, label: labels.orderStatus(value) }))]}
          onChange={({ target }) => onChange(orderFilters.parse("status", target.value))}
        />
        <NativeSelect
          label={t("columns.payment")}
          value={paymentStatus}
          options={[any, ...orderPayments.map((value) => ({ value, label: labels.orderPayment(value) }))]}
          onChange={({ target }) => onChange(orderFilters.parse("paymentStatus", target.value))}
        />
        <DayFields {...days} />
      </div>
    </FilterBar>
  )
}
