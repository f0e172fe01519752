import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { type CashOrder, cashOfferKey, chooseCash } from "@/lib/cash"
import { type OpenedPayment, openPayment } from "@/lib/last-payment"
import { headersOf, readAccess } from "@/lib/order-access"
import { queryClient } from "@/lib/query-client"
import { enter, savesData } from "@/lib/visit"
import { notifyOtherTabs, useCartState } from "@/stores/cart"
import { placingHeader, rememberPlaced } from "@/stores/unpaid-orders"
import { type Intent, useCheckoutStore } from "./checkout-store"
import { type Details, fullName, oneNameSchema } from "./details"

const ORDERED_MS = 3_000

/** Mutation key; the dialog reads it to know whether a payment is pending. */
export const payKey = ["pay"] as const

/** The order was created, but its payment page could not be opened. */
export class PaymentNotStarted extends Error {
  override name = "PaymentNotStarted"

  constructor(
    readonly reason: unknown,
    readonly orderId: string,
  ) {
    super("the order exists, its payment page could not be opened")
  }
}

/** The input failed the check before the request was sent. */
export class NotReady extends Error {
  override name = "NotReady"

  constructor(readonly reason: "fillAll" | "amount") {
    super(reason)
  }
}

type CheckoutRequest = {
  items: readonly Schemas["ItemIn"][]
  /** The items come from the cart and are removed from it when the order is created. */
  fromCart: boolean
  details: Details
  discountCode: string
  /** In rupees, as shown to the shopper: the server only compares it. */
  amount: number
  loggedIn: boolean
}

/** Repeat the check of the details step right before the order creation. */
export function checkReady({ details, amount }: Pick<CheckoutRequest, "details" | "amount">) {
  if (!oneNameSchema.safeParse(details).success) throw new NotReady("fillAll")
  if (!(Number.isFinite(amount) && amount >= 0)) throw new NotReady("amount")
}

export type PlacedOrder = { orderPath: string }

/** Return the order's page: a guest's private link as a path of this site, else the account's. */
export function orderPath(orderId: string, orderLink: string | null | undefined) {
  const link = orderLink ? new URL(orderLink, window.location.origin) : null
  return link ? link.pathname + link.search : `/orders/${orderId}`
}

/**
 * Create the order, or reuse the one of an earlier attempt, and open its payment page.
 *
 * Returns the payment page to redirect to, or the order that costs nothing. Rejects with NotReady, ApiError when no order was created,
 * PaymentNotStarted when there is an order but no payment page. Idempotent: the same body reuses its idempotency
 * key, so a retry creates neither a second order nor a second payment. An order created before `signal` aborts stays unpaid.
 */
export async function orderAndPay(
  request: CheckoutRequest,
  signal?: AbortSignal,
): Promise<OpenedPayment | PlacedOrder> {
  const { orderId, orderLink, key } = await placeOrder(request, signal)
  if (request.amount === 0) return { orderPath: orderPath(orderId, orderLink) }
  try {
    const opened = await openPayment(
      orderId,
      request.amount,
      key,
      { headers: proofOf(orderId) },
      { orderLink, firstName: request.details.firstName },
    )
    if (!/^https?:\/\//.test(opened.paymentUrl)) throw new TypeError("not the address of a page")
    return opened
  } catch (error) {
    throw notStarted(error, orderId)
  }
}

/**
 * Create the order, or reuse the one of an earlier attempt, and choose to pay the courier, at the total with the fee.
 *
 * A code is mailed then. Rejects like `orderAndPay`, and is as idempotent.
 */
export async function orderWithCash(
  request: CheckoutRequest,
  fee: number,
  signal?: AbortSignal,
): Promise<CashOrder> {
  const { orderId, orderLink } = await placeOrder(request, signal)
  const secret = orderLink && new URL(orderLink, window.location.origin).searchParams.get("key")
  try {
    // Whole paise: a sum of two amounts may miss by a fraction.
    const amount = Math.round((request.amount + fee) * 100) / 100
    return await chooseCash(orderId, amount, {
      ...(secret && { "X-Order-Key": secret }),
      ...proofOf(orderId),
    })
  } catch (error) {
    // The shop may ask another fee by now, or offer it no more.
    void queryClient.invalidateQueries({ queryKey: cashOfferKey })
    throw notStarted(error, orderId)
  }
}

/** The code of a guest's order, once its address is proven, and the orders placed in this browser. */
const proofOf = (orderId: string) => ({ ...headersOf(readAccess(orderId)), ...placingHeader() })

/** Return the error of an order that exists; one that can no longer be paid is not reused. */
function notStarted(error: unknown, orderId: string) {
  if (error instanceof ApiError && (error.code === "ALREADY_PAID" || error.code === "ORDER_NOT_PAYABLE")) {
    useCheckoutStore.getState().clearIntent()
  }
  return new PaymentNotStarted(error, orderId)
}

async function placeOrder(
  request: CheckoutRequest,
  signal?: AbortSignal,
): Promise<Ordered & { key: string }> {
  checkReady(request)
  const checkout = useCheckoutStore.getState()
  const intent = checkout.startIntent(JSON.stringify(request))
  const { orderId, orderLink } = orderOf(intent) ?? (await createOrder(request, intent.key))
  checkout.setOrder({ orderId, orderLink })
  signal?.throwIfAborted()
  return { orderId, orderLink, key: intent.key }
}

type Ordered = { orderId: string; orderLink: string | null }

const orderOf = ({ orderId, orderLink }: Intent): Ordered | null =>
  orderId === null ? null : { orderId, orderLink }

async function createOrder(request: CheckoutRequest, key: string): Promise<Ordered> {
  const { details, amount, discountCode, loggedIn } = request
  const items = [...request.items]
  const headers = { "Idempotency-Key": key }
  const { firstName, lastName, email, phone, street, city, state, pincode, businessName, gstin } = details
  const address = { street, city, state, pincode, country: "India" }
  const call = loggedIn
    ? api.POST("/api/orders/", {
        body: {
          items,
          shippingAddress: { name: fullName(details), email, phone, ...address, businessName, gstin },
          amount,
          discountCode,
        },
        headers,
      })
    : api.POST("/api/orders/create-guest-order", {
        body: {
          items,
          customerInfo: { firstName, lastName, email, phone, address, businessName, gstin },
          amount,
          discountCode,
        },
        headers,
      })
  const { orderId, orderKey, orderLink, placingToken } = await unwrap(call)
  // Counts this visit, without a name, as one with an order.
  if (!savesData()) window.setTimeout(enter("ordered"), ORDERED_MS)
  if (placingToken) rememberPlaced({ orderId, key: orderKey, placing: placingToken })
  if (request.fromCart) await emptyCart(request.items, orderId, orderKey)
  // Logged-in customers find the order in their account.
  return { orderId, orderLink: loggedIn ? null : orderLink }
}

/** Remove the ordered items from the cart; a failure is ignored, as the shopper can remove them by hand. */
async function emptyCart(items: CheckoutRequest["items"], orderId: string, orderKey: string) {
  useCheckoutStore.getState().setOrderedCartItems(items)
  const token = useCartState.getState().token
  const headers = { "X-Order-Key": orderKey, ...(token && { "X-Cart-Token": token }) }
  await unwrap(api.POST("/api/cart/lines/ordered", { body: { orderId }, headers })).catch(() => {})
  await queryClient.invalidateQueries({ queryKey: ["me", "cart"], refetchType: "none" })
  notifyOtherTabs()
}
