import { orderPayments, orderStatuses, useLabels } from "@/features/admin/shared/labels"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { useTranslation } from "@/i18n"
import { orderFilters } from "./order-filters"

/** The search and the filters of orders. */
export function OrderFilterPanel() {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  return (
    <FilterBar
      list={orderFilters}
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
    />
  )
}
