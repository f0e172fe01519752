import { queryOptions } from "@tanstack/react-query"
import { apiFilters } from "@/features/admin/shared/list-filters"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap, unwrapWithMessage } from "@/lib/api"
import { once } from "@/lib/intent"
import { type OrderFilters, orderFilters } from "./order-filters"

export type AdminOrder = Schemas["AdminOrder"]
export type AdminOrderData = Schemas["AdminOrderData"]
export type OrderStatus = Schemas["OrderStatus"]
export type OrderPayment = Schemas["OrderPaymentStatus"]
export type Summary = Schemas["AdminOrderSummary"]
export type BulkResult = Schemas["BulkResult"]
export type ReturnRequest = Schemas["ReturnOut"]
export type ReturnStatus = Schemas["ReturnStatus"]
export type CertifiedLine = Schemas["CertifiedLine"]
export type AdminPiece = Schemas["AdminPiece"]

export const PAGE_SIZE = 20
export const ordersKey = ["staff", "orders"] as const

export const ordersQuery = (filters: OrderFilters) =>
  queryOptions({
    queryKey: [...ordersKey, filters],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      const query = { ...apiFilters(filters), limit: PAGE_SIZE }
      const data = await unwrap(api.GET("/api/admin-orders/orders", { params: { query }, signal }))
      return { ...data, rows: data.orders, filtered: orderFilters.count(filters) > 0, askedAt }
    },
    ...listQuery,
  })

export const orderDetailKey = ["staff", "order"] as const

export const orderDetailQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...orderDetailKey, orderId],
    queryFn: read("/api/admin/orders/{order_id}", { path: { order_id: orderId } }),
    staleTime: 0,
  })

/** The certificates that the pieces of a line can be given; renewed with the order. */
export const freeCertificatesQuery = (orderId: string, line: number) =>
  queryOptions({
    queryKey: [...orderDetailKey, orderId, "free certificates", line],
    queryFn: read("/api/admin/orders/{order_id}/lines/{line}/certificates", {
      path: { order_id: orderId, line },
    }),
    staleTime: 0,
  })

export const giveCertificate = (
  orderId: string,
  line: number,
  piece: number,
  body: Schemas["PieceCertificateIn"],
) =>
  unwrap(
    api.PUT("/api/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate", {
      params: { path: { order_id: orderId, line, piece } },
      body,
    }),
  )

export const takeBackCertificate = (orderId: string, line: number, piece: number, seen: string) =>
  unwrap(
    api.DELETE("/api/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate", {
      params: { path: { order_id: orderId, line, piece }, query: { seen } },
    }),
  )

export type Seen = Schemas["SeenIn"]
export type Move = Schemas["OrderMoveIn"]

/** How many pieces are in the order's parcel, whether it has left or not. */
export const piecesToSend = ({ items }: AdminOrder) =>
  items.reduce((sum, { quantity, withheld }) => sum + quantity - withheld, 0)

/** The order's state shown on the screen, which the server compares with the current one (409). */
export const seenOf = (order: AdminOrder): Seen => ({
  status: order.status,
  carrier: order.carrier,
  trackingNumber: order.trackingNumber,
  estimatedDelivery: order.estimatedDelivery,
  toSend: piecesToSend(order),
})

export const moveOrder = (orderId: string, move: Move) =>
  once(`move:${orderId}:${move.status}`, (key) =>
    unwrapWithMessage(
      api.PATCH("/api/admin-orders/orders/{order_id}/status", {
        params: { path: { order_id: orderId } },
        headers: { "Idempotency-Key": key },
        body: move,
      }),
    ),
  )

export const moveOrders = (body: Schemas["BulkMoveIn"]) =>
  once(`move:${JSON.stringify(body)}`, (key) =>
    unwrap(api.POST("/api/admin-orders/bulk-status", { headers: { "Idempotency-Key": key }, body })),
  )

export const moveReturn = (returnId: string, body: Schemas["ReturnMoveIn"]) =>
  once(`return:${returnId}:${body.status}`, (key) =>
    unwrap(
      api.POST("/api/admin/returns/{return_id}/status", {
        params: { path: { return_id: returnId } },
        headers: { "Idempotency-Key": key },
        body,
      }),
    ),
  )

export type Cash = NonNullable<Schemas["AdminCashData"]["cash"]>
export type CashRefund = Schemas["CashRefundOut"]

export const cashKey = ["staff", "cash"] as const

/** Cash on delivery of one order; the order's version counts every change of it. */
export const cashQuery = (orderId: string, version: number) =>
  queryOptions({
    queryKey: [...cashKey, orderId, version],
    queryFn: read("/api/admin/orders/{order_id}/cash-on-delivery", { path: { order_id: orderId } }, "cash"),
    ...listQuery,
  })

export const refuseParcel = (orderId: string, note: string) =>
  unwrap(
    api.POST("/api/admin/orders/{order_id}/cash-on-delivery/refused", {
      params: { path: { order_id: orderId } },
      body: { note },
    }),
  )

export const countBack = (orderId: string, lines: Schemas["BackLineIn"][]) =>
  unwrap(
    api.POST("/api/admin/orders/{order_id}/cash-on-delivery/back", {
      params: { path: { order_id: orderId } },
      body: { lines },
    }),
  )

/** Remove the UPI ID that refunds go to; the customer is asked for another one. */
export const removePayTo = (orderId: string) =>
  unwrap(
    api.DELETE("/api/admin/orders/{order_id}/cash-on-delivery/pay-to", {
      params: { path: { order_id: orderId } },
    }),
  )

export const recordTransfer = (refundId: string, bankReference: string) =>
  once(`transfer:${refundId}`, (key) =>
    unwrap(
      api.POST("/api/admin/refunds/{refund_id}/transfer", {
        params: { path: { refund_id: refundId } },
        headers: { "Idempotency-Key": key },
        body: { bankReference },
      }),
    ),
  )
