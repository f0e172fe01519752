import { queryOptions } from "@tanstack/react-query"
import { ApiError, api, read, unwrap } from "./api"

export const cashOfferKey = ["cash-offer"] as const

/** The offer of cash on delivery for an order of this total, to this pincode, with its fee. */
export const cashOfferQuery = (amount: number, pincode: string) =>
  queryOptions({
    queryKey: [...cashOfferKey, amount, pincode],
    queryFn: read("/api/cash-on-delivery", { query: { amount, pincode } }),
    // Optional: without an answer the order is paid online.
    retry: false,
  })

type Headers = Record<string, string>

/** An order that waits for the code of its customer. */
export type CashOrder = { orderId: string; totalAmount: number; sentTo: string; headers: Headers }

const of = (orderId: string, headers: Headers) => ({ params: { path: { order_id: orderId } }, headers })

/** Choose to pay the courier at the total with the fee; mails a code. Idempotent. */
export async function chooseCash(orderId: string, amount: number, headers: Headers): Promise<CashOrder> {
  const { totalAmount, sentTo } = await unwrap(
    api.POST("/api/orders/{order_id}/cash-on-delivery", { ...of(orderId, headers), body: { amount } }),
  )
  return { orderId, totalAmount, sentTo, headers }
}

export const sendCashCode = (orderId: string, headers: Headers) =>
  unwrap(api.POST("/api/orders/{order_id}/cash-on-delivery/code", of(orderId, headers)))

/** Place the order at the total that the shopper saw. */
export const confirmCash = (orderId: string, code: string, amount: number, headers: Headers) =>
  unwrap(
    api.POST("/api/orders/{order_id}/cash-on-delivery/confirm", {
      ...of(orderId, headers),
      body: { code, amount },
    }),
  )

/** The total that the shopper has not agreed to yet, such as without a discount code that is over; else null. */
export function newTotal(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null
  if (error.code !== "PRICE_CHANGED" && !error.code.startsWith("DISCOUNT_")) return null
  const total = (error.data as { totalAmount?: unknown } | null)?.totalAmount
  return typeof total === "number" ? total : null
}

/** Pay online after all: the fee is taken off. */
export const withdrawCash = (orderId: string, headers: Headers) =>
  unwrap(api.DELETE("/api/orders/{order_id}/cash-on-delivery", of(orderId, headers)))
