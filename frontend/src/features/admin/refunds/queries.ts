import { freshQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { api, read, type Schemas, unwrapWithMessage } from "@/lib/api"
import { once, openIntent } from "@/lib/intent"
import { z } from "@/lib/zod"

export type StaffRefund = Schemas["StaffRefund"]
export type RefundStatus = Schemas["RefundStatus"]

export const refundReasons = [
  "customer_request",
  "order_cancelled",
  "payment_error",
  "duplicate_payment",
  "other",
] as const satisfies readonly Schemas["RefundReason"][]

/** The request as it is sent, and kept in the tab's storage until it is answered. */
const refundRequest = z.object({
  amount: z.number(),
  reason: z.enum(refundReasons),
  notes: z.string(),
  /** The amount shown as left: the server refuses the request when that has changed. */
  refundable: z.number(),
  /** The refunded items; the amount is independent of them. */
  lines: z.array(z.object({ line: z.number(), quantity: z.number() })),
  /** Cancel the order in the same step; only with all that is left. */
  cancelOrder: z.boolean(),
})

type RefundRequest = z.infer<typeof refundRequest>

export const intentOfRefund = (transactionId: string) => `refund:${transactionId}`

/** Request a refund; idempotent, so that a retry after a lost answer is the same refund. */
export function askForRefund(transactionId: string, request: RefundRequest) {
  const send = (key: string) =>
    unwrapWithMessage(
      api.POST("/api/transactions/{transaction_id}/refund", {
        params: { path: { transaction_id: transactionId } },
        headers: { "Idempotency-Key": key },
        body: request,
      }),
    )
  return once(intentOfRefund(transactionId), send, JSON.stringify(request))
}

/** The refund request of this tab whose answer was lost, and its idempotency key. */
export function unansweredRefund(transactionId: string): { key: string; request: RefundRequest } | null {
  const intent = openIntent(intentOfRefund(transactionId))
  if (intent === null) return null
  try {
    return { key: intent.key, request: refundRequest.parse(JSON.parse(intent.body)) }
  } catch {
    return null
  }
}

export const approversKey = ["staff", "approvers"] as const

/** The caller and whoever requested what they are about to approve. */
export const approversQuery = (requestedBy: string | null) =>
  freshQuery(
    [...approversKey, requestedBy],
    read("/api/admin/approvers", { query: { requestedBy: requestedBy ?? undefined } }),
  )

/** Decide about a refund, or retry a failed one; `notes` are the reason of a decline. */
export function decideRefund(refundId: string, verb: "approve" | "decline" | "retry", notes = "") {
  const call = { path: { refund_id: refundId }, once: `${verb}:${refundId}` }
  return verb === "decline"
    ? sendForMessage("post", "/api/refunds/{refund_id}/decline", { ...call, body: { notes } })
    : sendForMessage("post", `/api/refunds/{refund_id}/${verb}`, call)
}
