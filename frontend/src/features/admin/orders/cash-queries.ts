import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"

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
