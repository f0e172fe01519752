import { api, unwrap } from "./api"

/** The payment this tab left for; for display and for finding back, the server alone says what became of it. */
export type LastPayment = { orderId: string; transactionId: string; amount: number }

const KEY = "phonepePaymentData"

export function lastPayment(): LastPayment | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    if (typeof stored !== "object" || stored === null) return null
    const { orderId, transactionId, amount } = stored as Record<string, unknown>
    return typeof orderId === "string" && typeof transactionId === "string"
      ? { orderId, transactionId, amount: Number(amount) }
      : null
  } catch {
    return null
  }
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
  /** Knowing an earlier payment or the link's secret lets a device pay on which the buyer is not logged in. */
  known: { transactionId?: string; key?: string } = {},
): Promise<string> {
  const { transactionId, paymentUrl } = await unwrap(
    api.POST("/api/phonepe/create-order", {
      body: { orderId, ...known },
      headers: { "Idempotency-Key": key },
    }),
  )
  sessionStorage.setItem(KEY, JSON.stringify({ orderId, transactionId, amount } satisfies LastPayment))
  return paymentUrl
}
