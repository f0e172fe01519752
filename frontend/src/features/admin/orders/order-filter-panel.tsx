import { orderPayments, orderStatuses, useLabels } from "@/features/admin/shared/labels"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { useDayInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { type OrderFilters, orderFilters } from "./order-filters"

type OrderFilterPanelProps = { filters: OrderFilters; onChange: (changed: Partial<OrderFilters>) => void }

export function OrderFilterPanel({ filters, onChange }: OrderFilterPanelProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  return (
    <FilterBar
      list={orderFilters}
      filters={filters}
      onChange={onChange}
      search={{ label: t("filters.search"), hint: t("filters.searchHint") }}
      selects={[
        {
          name: "status",
          label: t("columns.status"),
          options: orderStatuses.map((value) => ({ value, label: labels.orderStatus(value) })),
        },
        {
          name: "paymentStatus",
          label: t("columns.payment"),
          options: orderPayments.map((value) => ({ value, label: labels.orderPayment(value) })),
        },
      ]}
      typing={useDayInput(filters, onChange)}
    />
  )
}
