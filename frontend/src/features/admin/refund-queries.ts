import { api, type Schemas, unwrapWithMessage } from "@/lib/api"

export type StaffRefund = Schemas["StaffRefund"]
export type RefundReason = Schemas["RefundReason"]
export type RefundStatus = Schemas["RefundStatus"]

export const refundReasons = [
  "customer_request",
  "order_cancelled",
  "payment_error",
  "duplicate_payment",
  "other",
] as const satisfies readonly RefundReason[]

/** What is asked for; `refundable` is what the reader was shown as left: when that has changed nothing happens. */
export type RefundRequest = {
  amount: number
  reason: RefundReason
  notes: string
  refundable: number
  /** What it is for; the amount stands by itself. */
  lines: { line: number; quantity: number }[]
}

/** Ask for a refund; the same key again is the same refund. Answers the server's word on how far it is. */
export async function askForRefund(
  transactionId: string,
  request: RefundRequest,
  key: string,
): Promise<string> {
  const answer = await unwrapWithMessage(
    api.POST("/api/transactions/{transaction_id}/refund", {
      params: { path: { transaction_id: transactionId } },
      headers: { "Idempotency-Key": key },
      body: request,
    }),
  )
  return answer.message ?? ""
}

export type RefundVerb = "approve" | "decline" | "retry"

/** Decide about a refund, or try a failed one again. */
export async function decideRefund(refundId: string, verb: RefundVerb): Promise<string> {
  const params = { path: { refund_id: refundId } }
  const call =
    verb === "approve"
      ? api.POST("/api/refunds/{refund_id}/approve", { params })
      : verb === "decline"
        ? api.POST("/api/refunds/{refund_id}/decline", { params })
        : api.POST("/api/refunds/{refund_id}/retry", { params })
  return (await unwrapWithMessage(call)).message ?? ""
}
