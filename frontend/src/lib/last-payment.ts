import { api, unwrapWithMessage } from "./api"
import { tabStorage } from "./storage"
import { useHydrated } from "./use-hydrated"

/** The payment this tab was redirected to; only for display and navigation, its status comes from the server. */
export type LastPayment = {
  orderId: string
  transactionId: string
  amount: number
  /** A guest's private link to the order, as a path of this site. */
  orderLink: string | null
  /** Name that the success screen thanks; the payment's public status names nobody. */
  firstName: string | null
}

const KEY = "phonepePaymentData"

export function lastPayment(): LastPayment | null {
  const { orderId, transactionId, amount, orderLink, firstName } = tabStorage.getRecord(KEY)
  if (typeof orderId !== "string" || typeof transactionId !== "string") return null
  return {
    orderId,
    transactionId,
    amount: Number(amount),
    orderLink: linkTo(orderId, orderLink),
    firstName: typeof firstName === "string" && firstName.trim() ? firstName.trim() : null,
  }
}

/** The same for server-rendered components: null until hydrated. */
export function useLastPayment(): LastPayment | null {
  return useHydrated() ? lastPayment() : null
}

/** Session storage is untrusted input: only a path to this order is accepted as a link. */
function linkTo(orderId: string, link: unknown): string | null {
  if (typeof link !== "string") return null
  try {
    const { pathname, search } = new URL(link, window.location.origin)
    return pathname === `/order/${orderId}` ? pathname + search : null
  } catch {
    return null
  }
}

const secretOf = (link: string | null) =>
  (link && new URL(link, window.location.origin).searchParams.get("key")) || undefined

/** Proof of access to the order without a login; one of these suffices. */
type Proof = {
  /** The transaction id of one of its payments. */
  transactionId?: string
  /** The secret of its private link. */
  key?: string
  headers?: Record<string, string>
}

export type OpenedPayment = {
  paymentUrl: string
  /** The sentence to show when leaving for it: it names the provider that takes the payment. */
  message: string
}

/**
 * Create a payment for the order, or reuse the open one.
 *
 * Idempotent: an order has at most one open payment.
 */
export async function openPayment(
  orderId: string,
  amount: number,
  key: string,
  { transactionId: earlierId, key: linkKey, headers }: Proof = {},
  /** The order's private link, with its secret, and the buyer's first name, if known; stored ones are kept. */
  known: Partial<Pick<LastPayment, "orderLink" | "firstName">> = {},
): Promise<OpenedPayment> {
  const stored = lastPayment()
  const earlier = stored?.orderId === orderId ? stored : null
  const link = known.orderLink ?? earlier?.orderLink ?? null
  const { data, message = "" } = await unwrapWithMessage(
    api.POST("/api/phonepe/create-order", {
      body: { orderId, transactionId: earlierId, key: linkKey ?? secretOf(link) },
      headers: { "Idempotency-Key": key, ...headers },
    }),
  )
  const { transactionId, paymentUrl } = data
  const firstName = known.firstName ?? earlier?.firstName ?? null
  const payment: LastPayment = { orderId, transactionId, amount, orderLink: link, firstName }
  tabStorage.setItem(KEY, JSON.stringify(payment))
  return { paymentUrl, message }
}
