import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import { queryClient } from "@/lib/query-client"
import { tellOtherTabs, useCartState } from "@/stores/cart"
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
  items: readonly Schemas["ItemIn"][]
  /** They lie in the cart, and leave it when they have become an order. */
  fromCart: boolean
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

async function createOrder(wanted: Wanted, key: string): Promise<string> {
  const { details, amount, loggedIn } = wanted
  const items = [...wanted.items]
  const headers = { "Idempotency-Key": key }
  const { firstName, lastName, email, phone, street, city, state, pincode } = details
  const address = { street, city, state, pincode, country: "India" }
  const call = loggedIn
    ? api.POST("/api/orders/", {
        body: {
          items,
          shippingAddress: { name: `${firstName} ${lastName}`, email, phone, ...address },
          paymentType: "phonepe",
          amount,
        },
        headers,
      })
    : api.POST("/api/orders/create-guest-order", {
        body: { items, customerInfo: { firstName, lastName, email, phone, address }, amount },
        headers,
      })
  const { orderId, orderKey } = await unwrap(call)
  if (wanted.fromCart) await emptyCart(orderId, orderKey)
  return orderId
}

/** Take what was ordered out of the cart; should that fail, the order stands, and the shopper can remove it. */
async function emptyCart(orderId: string, orderKey: string) {
  const token = useCartState.getState().token
  const headers = { "X-Order-Key": orderKey, ...(token && { "X-Cart-Token": token }) }
  await unwrap(api.POST("/api/cart/lines/ordered", { body: { orderId }, headers })).catch(() => {})
  await queryClient.invalidateQueries({ queryKey: ["me", "cart"], refetchType: "none" })
  tellOtherTabs()
}
