import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import type { Details } from "./details"
import { usePurchase } from "./purchase"

/** Names the mutation, so that the window knows that paying is under way. */
export const payKey = ["pay"] as const

/** Which of the two calls failed: before or after there was an order. */
export class PaymentNotStarted extends Error {
  override name = "PaymentNotStarted"

  constructor(
    readonly reason: unknown,
    readonly orderId: string,
  ) {
    super("the order exists, its payment page could not be opened")
  }
}

type Wanted = {
  item: Schemas["ItemIn"]
  details: Details
  /** Rupees, as the shopper saw them: the server only compares. */
  amount: number
  loggedIn: boolean
}

/**
 * Make the order, or take the one an earlier try made, and open its payment page.
 *
 * Returns where to send the browser. Raises ApiError when there is no order, PaymentNotStarted when there is
 * one but no page. Pressing twice or trying again makes neither two orders nor two payments: the key belongs to
 * the body, and it is kept until the body changes.
 */
export async function orderAndPay(wanted: Wanted): Promise<string> {
  const purchase = usePurchase.getState()
  const intent = purchase.intend(JSON.stringify(wanted))
  const orderId = intent.orderId ?? (await createOrder(wanted, intent.key))
  purchase.ordered(orderId)
  try {
    return await openPayment(orderId, wanted.amount, intent.key)
  } catch (error) {
    if (error instanceof ApiError && (error.code === "ALREADY_PAID" || error.code === "ORDER_NOT_PAYABLE")) {
      purchase.renounce()
    }
    throw new PaymentNotStarted(error, orderId)
  }
}

async function createOrder({ item, details, amount, loggedIn }: Wanted, key: string): Promise<string> {
  const headers = { "Idempotency-Key": key }
  const { firstName, lastName, email, phone, street, city, state, pincode } = details
  const address = { street, city, state, pincode, country: "India" }
  const call = loggedIn
    ? api.POST("/api/orders/", {
        body: {
          items: [item],
          shippingAddress: { name: `${firstName} ${lastName}`, email, phone, ...address },
          paymentType: "phonepe",
          amount,
        },
        headers,
      })
    : api.POST("/api/orders/create-guest-order", {
        body: { items: [item], customerInfo: { firstName, lastName, email, phone, address }, amount },
        headers,
      })
  return (await unwrap(call)).orderId
}
