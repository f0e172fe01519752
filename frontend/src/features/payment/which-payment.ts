import type { LastPayment } from "@/lib/last-payment"

/** Words that stand where a transaction id may stand; they say nothing, the server's record counts. */
const WORDS = new Set(["pending", "failed", "success", "cancelled"])

type Address = {
  /** The last part of the path, if the route has one. */
  part: string | undefined
  search: URLSearchParams
  last: LastPayment | null
}

/**
 * Which payment an address means; null when it names none.
 *
 * A status in the address is never believed. Without an id, the payment this tab left for is meant, if the
 * address does not name another order.
 */
export function whichPayment({ part, search, last }: Address): string | null {
  if (part && !WORDS.has(part)) return part
  const named = search.get("merchantTransactionId") || search.get("transactionId")
  if (named) return named
  const orderId = search.get("orderId")
  if (!last || (orderId && orderId !== last.orderId)) return null
  return part || orderId || search.has("status") ? last.transactionId : null
}
