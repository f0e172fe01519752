import { api, unwrap } from "./api"
import { useHydrated } from "./use-hydrated"

/** The payment this tab left for; for display and for finding back, the server alone says what became of it. */
export type LastPayment = {
  orderId: string
  transactionId: string
  amount: number
  /** A guest's private link to the order, as an address within the shop. */
  orderLink: string | null
}

const KEY = "phonepePaymentData"

export function lastPayment(): LastPayment | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    if (typeof stored !== "object" || stored === null) return null
    const { orderId, transactionId, amount, orderLink } = stored as Record<string, unknown>
    return typeof orderId === "string" && typeof transactionId === "string"
      ? { orderId, transactionId, amount: Number(amount), orderLink: linkTo(orderId, orderLink) }
      : null
  } catch {
    return null
  }
}

/** The same for what the server renders as well: null until hydrated. */
export function useLastPayment(): LastPayment | null {
  return useHydrated() ? lastPayment() : null
}

/** The tab's storage is anybody's to write: what leads elsewhere than to the order is no link. */
function linkTo(orderId: string, link: unknown): string | null {
  if (typeof link !== "string") return null
  const { pathname, search } = new URL(link, window.location.origin)
  return pathname === `/order/${orderId}` ? pathname + search : null
}

const secretOf = (link: string | null) =>
  (link && new URL(link, window.location.origin).searchParams.get("key")) || undefined

/** What shows that one may pay the order where its customer is not logged in; one of these is enough. */
type Proof = {
  /** One of its payments. */
  transactionId?: string
  /** The secret of its private link. */
  key?: string
  /** Headers that carry what opened it. */
  headers?: Record<string, string>
}

/**
 * Open the order's payment page, or take the one that is open already; returns its address.
 *
 * Asking twice is harmless: an order has at most one open payment.
 */
export async function openPayment(
  orderId: string,
  amount: number,
  key: string,
  { transactionId: earlierId, key: linkKey, headers }: Proof = {},
  /** The order's private link, if it is known, which carries its secret: one that this tab has kept stays. */
  orderLink: string | null = null,
): Promise<string> {
  const earlier = lastPayment()
  const link = orderLink ?? (earlier?.orderId === orderId ? earlier.orderLink : null)
  const { transactionId, paymentUrl } = await unwrap(
    api.POST("/api/phonepe/create-order", {
      body: { orderId, transactionId: earlierId, key: linkKey ?? secretOf(link) },
      headers: { "Idempotency-Key": key, ...headers },
    }),
  )
  const payment: LastPayment = { orderId, transactionId, amount, orderLink: link }
  sessionStorage.setItem(KEY, JSON.stringify(payment))
  return paymentUrl
}
