import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { Push } from "@/features/admin/shared/table/live-list"
import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { type OrderFilters, orderFilters } from "./order-filters"
import { type AdminOrder, orderDetailQuery, ordersKey, ordersQuery, PAGE_SIZE, type Summary } from "./queries"

type OrdersPush = Push<AdminOrder> & { summary?: Summary }

const newestFirst = (a: AdminOrder, b: AdminOrder) => Date.parse(b.createdAt) - Date.parse(a.createdAt)

/** A page of the orders, updated by the topic; new ones enter the first page at once. */
export function useOrders(filters: OrderFilters) {
  const client = useQueryClient()
  const query = useQuery(ordersQuery(filters))
  const renew = () => void client.invalidateQueries({ queryKey: ordersKey })
  const live = useLiveList<AdminOrder, OrdersPush, Summary>("staff:orders", query.data, {
    renew,
    order: newestFirst,
    entering: { list: `/api/admin-orders/orders?limit=${PAGE_SIZE}`, momentOf: ({ createdAt }) => createdAt },
    totalOf: ({ totalOrders }) => totalOrders,
    figuresOf: ({ summary }) => summary,
    needsRefetch: ({ rows = [] }) => orderFilters.count(filters) > 0 && rows.length > 0,
    onPush: ({ rows = [] }) => {
      // An open dialog shows the same order.
      for (const { id } of rows) void client.invalidateQueries(orderDetailQuery(id))
    },
  })
  const figures = query.data?.filtered ? undefined : live.figures
  return {
    query,
    ...live,
    /** The rows found by this search, with their numbers; undefined while loading. */
    found:
      query.data && !query.isPlaceholderData
        ? live.rows.map(({ orderId, paymentId, trackingNumber }) => ({
            id: orderId,
            numbers: [orderId, paymentId, trackingNumber],
          }))
        : undefined,
    summary: figures ?? query.data?.summary,
    renew,
  }
}
