import { Counter, Counters } from "@/features/admin/shared/counters"
import { formatCount } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { useSelection } from "@/features/admin/shared/use-selection"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { BulkBar } from "./bulk-bar"
import { OrderFilterPanel } from "./order-filter-panel"
import { orderFilters } from "./order-filters"
import { OrdersList } from "./orders-list"
import { useOrders } from "./use-orders"

/** All orders with filters and figures: bulk status changes, returns, packing slips. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { filters, addressOf } = useListFilters(orderFilters)
  const list = useOrders(filters)
  const { rows, summary } = list
  const mayMove = useMay("orders:write")
  const { selected, clear, choose } = useSelection(addressOf({}), rows, ({ orderId }) => orderId)
  return (
    <OrdersList
      title={t("advanced.title")}
      list={list}
      filters={filters}
      tools={
        <>
          {summary && (
            <Counters
              // Other filters are other figures: a new key avoids the highlight of a change.
              key={addressOf({})}
              label={t(orderFilters.count(filters) > 0 ? "figures.filtered" : "figures.all")}
            >
              <Counter label={t("figures.total")} value={formatCount(summary.totalOrders)} />
              <Counter label={t("figures.revenue")} value={formatRupees(summary.totalRevenue)} />
              <Counter label={t("figures.pending")} value={formatCount(summary.pendingOrders)} />
              <Counter label={t("figures.paid")} value={formatCount(summary.paidOrders)} />
            </Counters>
          )}
          <OrderFilterPanel />
        </>
      }
      choose={mayMove ? choose : undefined}
    >
      <BulkBar chosen={selected} onClear={clear} />
    </OrdersList>
  )
}
