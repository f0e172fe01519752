import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { type OrderFilters, orderFilters } from "./order-filters"
import { type AdminOrder, ordersKey, ordersQuery, PAGE_SIZE } from "./queries"

const newestFirst = (a: AdminOrder, b: AdminOrder) => Date.parse(b.createdAt) - Date.parse(a.createdAt)

/** A page of the orders, updated by the topic; new ones enter the first page at once. `onRows` gets all changed ones. */
export function useOrders(filters: OrderFilters, onRows: (changed: readonly AdminOrder[]) => void) {
  const live = useLiveList("staff:orders", ordersQuery(filters), ordersKey, {
    order: newestFirst,
    entering: { list: `/api/admin-orders/orders?limit=${PAGE_SIZE}`, momentOf: ({ createdAt }) => createdAt },
    figuresOf: ({ summary }) => summary,
    totalOf: ({ totalOrders }) => totalOrders,
    needsRefetch: ({ rows = [] }) => orderFilters.count(filters) > 0 && rows.length > 0,
    onPush: ({ rows = [] }) => onRows(rows.map(({ row }) => row)),
  })
  const { data } = live.query
  const figures = data?.filtered ? undefined : live.figures
  return {
    ...live,
    /** The rows found by this search, with their numbers; undefined while loading. */
    found: live.found?.map(({ orderId, paymentId, trackingNumber }) => ({
      id: orderId,
      numbers: [orderId, paymentId, trackingNumber],
    })),
    summary: figures ?? data?.summary,
  }
}
