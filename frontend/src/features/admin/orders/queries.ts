import { apiFilters } from "@/features/admin/shared/list-filters"
import { freshQuery, livePageQuery, pageQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"
import { type OrderFilters, orderFilters } from "./order-filters"

export type AdminOrder = Schemas["AdminOrder"]
export type AdminOrderData = Schemas["AdminOrderData"]
export type OrderStatus = Schemas["OrderStatus"]
export type OrderPayment = Schemas["OrderPaymentStatus"]
export type BulkResult = Schemas["BulkResult"]
export type ReturnRequest = Schemas["ReturnOut"]
export type ReturnStatus = Schemas["ReturnStatus"]
export type CertifiedLine = Schemas["CertifiedLine"]
export type AdminPiece = Schemas["AdminPiece"]

export const PAGE_SIZE = 20
export const ordersKey = ["staff", "orders"] as const

export const ordersQuery = (filters: OrderFilters) =>
  livePageQuery(
    [...ordersKey, filters],
    orderFilters.count(filters) > 0,
    read("/api/admin-orders/orders", { query: { ...apiFilters(filters), limit: PAGE_SIZE } }),
    ({ orders, ...data }) => ({ ...data, rows: orders }),
  )

export const orderDetailKey = ["staff", "order"] as const

export const orderDetailQuery = (orderId: string) =>
  freshQuery(
    [...orderDetailKey, orderId],
    read("/api/admin/orders/{order_id}", { path: { order_id: orderId } }),
  )

/** The certificates that the pieces of a line can be given; renewed with the order. */
export const freeCertificatesQuery = (orderId: string, line: number) =>
  freshQuery(
    [...orderDetailKey, orderId, "free certificates", line],
    read("/api/admin/orders/{order_id}/lines/{line}/certificates", {
      path: { order_id: orderId, line },
    }),
  )

/** How many pieces are in the order's parcel, whether it has left or not. */
export const piecesToSend = ({ items }: AdminOrder) =>
  items.reduce((sum, { quantity, withheld }) => sum + quantity - withheld, 0)

/** The order's state shown on the screen, which the server compares with the current one (409). */
export const seenOf = (order: AdminOrder): Schemas["SeenIn"] => ({
  status: order.status,
  carrier: order.carrier,
  trackingNumber: order.trackingNumber,
  estimatedDelivery: order.estimatedDelivery,
  toSend: piecesToSend(order),
})

/** Return the call that undoes these status changes; null when the server can take none of them back. */
export function undoOf(moved: readonly { orderId: string; undo: number | null }[]) {
  const orders = moved.flatMap(({ orderId, undo }) => (undo === null ? [] : [{ orderId, version: undo }]))
  if (orders.length === 0) return null
  return () => sendForMessage("post", "/api/admin-orders/undo-status", { body: { orders } })
}

export type Cash = NonNullable<Schemas["AdminCashData"]["cash"]>

export const cashKey = ["staff", "cash"] as const

/** Cash on delivery of one order; the order's version counts every change of it. */
export const cashQuery = (orderId: string, version: number) =>
  pageQuery(
    [...cashKey, orderId, version],
    read("/api/admin/orders/{order_id}/cash-on-delivery", { path: { order_id: orderId } }, "cash"),
  )
