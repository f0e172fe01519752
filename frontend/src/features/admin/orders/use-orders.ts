import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Push, useLiveRows } from "@/features/admin/shared/table/use-live-rows"
import { countFilters, type OrderFilters } from "./order-filters"
import { type AdminOrder, orderDetailQuery, ordersKey, ordersQuery, type Summary } from "./order-queries"

type OrdersPush = Push<AdminOrder> & { summary?: Summary }

/** A page of the orders, kept up to date by the topic. */
export function useOrders(filters: OrderFilters) {
  const client = useQueryClient()
  const query = useQuery(ordersQuery(filters))
  const [pushed, setPushed] = useState<{ summary: Summary; at: number } | null>(null)
  const unfiltered = countFilters(filters) === 0
  const renew = () => void client.invalidateQueries({ queryKey: ordersKey })
  const rows = useLiveRows<AdminOrder, OrdersPush>("staff:orders", query.data, {
    renew,
    needsRefetch: (push) => !unfiltered && (push.rows ?? []).length > 0,
    onPush: (push) => {
      if (push.summary) setPushed({ summary: push.summary, at: performance.now() })
      // An open dialog shows the same order.
      for (const { id } of push.rows ?? []) void client.invalidateQueries(orderDetailQuery(id))
    },
  })
  // The topic's figures are over all orders; of filtered ones only the answer knows them.
  const newer = unfiltered && query.data && pushed && pushed.at >= query.data.askedAt ? pushed : null
  // New ones are counted until the reader lets them in, on the first page, where they belong.
  const { total = 0 } = query.data?.pagination ?? {}
  const waiting = newer && filters.page === 1 ? Math.max(0, newer.summary.totalOrders - total) : 0
  return {
    data: query.data,
    rows,
    /** The rows of this search by their numbers; undefined while they are awaited. */
    found:
      query.data && !query.isPlaceholderData
        ? rows.map(({ orderId, paymentId, trackingNumber }) => ({
            id: orderId,
            numbers: [orderId, paymentId, trackingNumber],
          }))
        : undefined,
    waiting,
    summary: newer?.summary ?? query.data?.summary,
    error: query.error,
    isFetching: query.isFetching,
    awaited: query.isPlaceholderData,
    renew,
  }
}
