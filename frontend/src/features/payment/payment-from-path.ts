import type { LastPayment } from "@/lib/last-payment"
import { isOrderId } from "@/lib/typed-id"

/** Status words that the path may have in place of a transaction id; ignored, as the server's record counts. */
const STATUS_WORDS = new Set(["pending", "failed", "success", "cancelled"])

type Address = {
  /** The last part of the path, if the route has one. */
  part: string | undefined
  search: URLSearchParams
  last: LastPayment | null
}

/** A payment, or an order, which stands for its newest payment. */
type PaymentReference = { transactionId: string } | { orderId: string }

/**
 * The payment that a URL refers to; null when there is none.
 *
 * A status in the URL is never trusted. Without a payment's id it is the last payment of this tab, unless the
 * URL names another order.
 */
export function paymentFromPath({ part, search, last }: Address): PaymentReference | null {
  const id = part && !STATUS_WORDS.has(part) ? part : null
  const named = id || search.get("merchantTransactionId") || search.get("transactionId")
  if (named && !isOrderId(named)) return { transactionId: named }
  const orderId = named || search.get("orderId")
  if (orderId && orderId !== last?.orderId) return { orderId }
  if (!last || !(part || orderId || search.has("status"))) return null
  return { transactionId: last.transactionId }
}
