import type { LastPayment } from "@/lib/last-payment"

/** Words that stand where a transaction id may stand; they say nothing, the server's record counts. */
const WORDS = new Set(["pending", "failed", "success", "cancelled"])

type Address = {
  /** The last part of the path, if the route has one. */
  part: string | undefined
  search: URLSearchParams
  last: LastPayment | null
}

/** A payment, or an order whose newest payment is meant. */
type Meant = { transactionId: string } | { orderId: string }

const isOrderId = (id: string) => /^AKS-/i.test(id)

/**
 * Which payment an address means; null when it names none.
 *
 * A status in the address is never believed. Without an id of a payment, the one this tab left for is meant, if the
 * address does not name another order.
 */
export function whichPayment({ part, search, last }: Address): Meant | null {
  const id = part && !WORDS.has(part) ? part : null
  const named = id || search.get("merchantTransactionId") || search.get("transactionId")
  if (named && !isOrderId(named)) return { transactionId: named }
  const orderId = named || search.get("orderId")
  if (orderId && orderId !== last?.orderId) return { orderId }
  if (!last || !(part || orderId || search.has("status"))) return null
  return { transactionId: last.transactionId }
}
