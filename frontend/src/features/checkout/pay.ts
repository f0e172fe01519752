import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import { queryClient } from "@/lib/query-client"
import { notifyOtherTabs, useCartState } from "@/stores/cart"
import { type Intent, useCheckoutStore } from "./checkout-store"
import { type Details, fullName, oneNameSchema } from "./details"

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

/** What is to be paid was not fit to be sent. */
export class NotReady extends Error {
  override name = "NotReady"

  constructor(readonly reason: "fillAll" | "amount") {
    super(reason)
  }
}

export type Wanted = {
  items: readonly Schemas["ItemIn"][]
  /** They lie in the cart, and leave it when they have become an order. */
  fromCart: boolean
  details: Details
  discountCode: string
  /** Rupees, as the shopper saw them: the server only compares. */
  amount: number
  loggedIn: boolean
}

/** The same check as before the payment step, made once more where the money begins. */
export function checkReady({ details, amount }: Pick<Wanted, "details" | "amount">) {
  if (!oneNameSchema.safeParse(details).success) throw new NotReady("fillAll")
  if (!(Number.isFinite(amount) && amount > 0)) throw new NotReady("amount")
}

/**
 * Make the order, or take the one an earlier try made, and open its payment page.
 *
 * Returns where to send the browser. Raises NotReady, ApiError when there is no order, PaymentNotStarted when there
 * is one but no page. Pressing twice or trying again makes neither two orders nor two payments: the key belongs to
 * the body, and it is kept until the body changes. An order that was made before `signal` aborts stays, unpaid.
 */
export async function orderAndPay(wanted: Wanted, signal?: AbortSignal): Promise<string> {
  checkReady(wanted)
  const checkout = useCheckoutStore.getState()
  const intent = checkout.startIntent(JSON.stringify(wanted))
  const { orderId, orderLink } = orderOf(intent) ?? (await createOrder(wanted, intent.key))
  checkout.setOrder({ orderId, orderLink })
  signal?.throwIfAborted()
  try {
    const paymentUrl = await openPayment(orderId, wanted.amount, intent.key, {}, orderLink)
    if (!/^https?:\/\//.test(paymentUrl)) throw new TypeError("not the address of a page")
    return paymentUrl
  } catch (error) {
    if (error instanceof ApiError && (error.code === "ALREADY_PAID" || error.code === "ORDER_NOT_PAYABLE")) {
      checkout.clearIntent()
    }
    throw new PaymentNotStarted(error, orderId)
  }
}

type Ordered = { orderId: string; orderLink: string | null }

const orderOf = ({ orderId, orderLink }: Intent): Ordered | null =>
  orderId === null ? null : { orderId, orderLink }

async function createOrder(wanted: Wanted, key: string): Promise<Ordered> {
  const { details, amount, discountCode, loggedIn } = wanted
  const items = [...wanted.items]
  const headers = { "Idempotency-Key": key }
  const { firstName, lastName, email, phone, street, city, state, pincode } = details
  const address = { street, city, state, pincode, country: "India" }
  const call = loggedIn
    ? api.POST("/api/orders/", {
        body: {
          items,
          shippingAddress: { name: fullName(details), email, phone, ...address },
          paymentType: "phonepe",
          amount,
          discountCode,
        },
        headers,
      })
    : api.POST("/api/orders/create-guest-order", {
        body: {
          items,
          customerInfo: { firstName, lastName, email, phone, address },
          amount,
          discountCode,
        },
        headers,
      })
  const { orderId, orderKey, orderLink } = await unwrap(call)
  if (wanted.fromCart) await emptyCart(wanted.items, orderId, orderKey)
  // Who is logged in finds the order in their account.
  return { orderId, orderLink: loggedIn ? null : orderLink }
}

/** Take what was ordered out of the cart; should that fail, the order stands, and the shopper can remove it. */
async function emptyCart(items: Wanted["items"], orderId: string, orderKey: string) {
  useCheckoutStore.getState().setOrderedCartItems(items)
  const token = useCartState.getState().token
  const headers = { "X-Order-Key": orderKey, ...(token && { "X-Cart-Token": token }) }
  await unwrap(api.POST("/api/cart/lines/ordered", { body: { orderId }, headers })).catch(() => {})
  await queryClient.invalidateQueries({ queryKey: ["me", "cart"], refetchType: "none" })
  notifyOtherTabs()
}
