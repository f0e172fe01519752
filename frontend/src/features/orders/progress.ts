/** How far an order has come, in percent; the ways of a courier and of a parcel service share one bar. */
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

/** Null for an order that has left the way: cancelled, returned, refunded. */
export const progressOf = (status: string): number | null => percent[status] ?? null

/** Whether it is still to arrive, so that the day it is expected means something. */
export const isOnItsWay = (status: string) => status !== "delivered" && progressOf(status) !== null
