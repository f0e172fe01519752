/** Progress of an order in percent; deliveries by courier and by parcel service share one bar. */
const percent: Record<string, number> = {
  pending: 12.5,
  confirmed: 25,
  processing: 37.5,
  packaging: 50,
  dispatched: 62.5,
  out_for_delivery: 75,
  shipped: 87.5,
  delivered: 100,
}

/** Return the progress; null for an order that will not be delivered (cancelled, returned, refunded). */
export const progressOf = (status: string): number | null => percent[status] ?? null

/** Return true when the delivery is pending, so that the expected date is shown. */
export const isAwaitingDelivery = (status: string) => status !== "delivered" && progressOf(status) !== null
