import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useCart, useCartHolder } from "@/features/cart/queries"
import type { Schemas } from "@/lib/api"
import { cashOfferQuery } from "@/lib/cash"
import type { Quote } from "@/lib/types"
import { useCheckoutStore } from "./checkout-store"
import type { Details } from "./details"
import type { PaymentMethod } from "./payment-method"
import { choosable } from "./payment-start-error"
import { usePay } from "./use-pay"

type Item = Schemas["ItemIn"]

export type CheckoutOptions = {
  items: readonly Item[]
  /** The items come from the cart and are removed from it when the order is created. */
  fromCart: boolean
  quote: UseQueryResult<Quote>
  /** The quote belongs to what was chosen before the last change. */
  stale: boolean
  pincode: string
  /** Called when the order is placed without a payment; its page opens. */
  onPlaced?: () => void
  /** Called with the field errors of the server. */
  onRefused: (fields: Partial<Details>) => void
}

export type Checkout = ReturnType<typeof useCheckout>

/** State of paying for the items: the payment method, what it costs, and what stands against it. */
export function useCheckout({ items, fromCart, quote, stale, pincode, ...handlers }: CheckoutOptions) {
  const typedCode = useCheckoutStore((checkout) => checkout.discountCode)
  const amount = quote.data?.totalAmount
  const free = amount === 0
  const cashOffer = useQuery({
    ...cashOfferQuery(amount ?? 0, pincode),
    enabled: amount !== undefined && !stale && !free,
    placeholderData: keepPreviousData,
  }).data
  const offer = free ? undefined : cashOffer
  const [wished, setMethod] = useState<PaymentMethod>("online")
  const method = offer?.refusal === null ? wished : "online"
  // Fee for paying the courier; null: it is paid online.
  const cashFee = method === "cash" ? (offer?.fee ?? 0) : null
  const payment = usePay({ items, fromCart, onQuoteAgain: () => void quote.refetch(), ...handlers })
  const differs = useChangeInOtherTab(items, fromCart, payment.busy)
  return {
    ...payment,
    items,
    quote,
    stale,
    free,
    offer,
    method,
    setMethod,
    cashFee,
    differs,
    /** The reason why nothing can be delivered to the address. */
    undeliverable: (!stale && quote.data?.deliveryProblem?.message) || "",
    /** Another selection is needed. */
    otherChoice: differs !== null || choosable(payment.error) || choosable(quote.error),
    submit(details: Details) {
      const discountCode = quote.data?.discountProblem ? "" : typedCode
      if (amount !== undefined) payment.pay({ details, amount, discountCode, cashFee })
    },
  }
}

/** Diff of the cart against the items being ordered; null when they are equal. */
export function cartDiffers(
  items: readonly Item[],
  cart: Pick<Schemas["CartOut"], "lines">,
): "emptied" | "changed" | null {
  if (cart.lines.length === 0) return "emptied"
  const named = ({ customization }: Pick<Item, "customization">) => {
    const { origin, xrayCertification, pendantType, size } = customization ?? {}
    return JSON.stringify([origin, xrayCertification, pendantType, size])
  }
  const held = new Map(
    cart.lines.map((line) => [`${line.product._id} ${named(line)}`, line.quantity] as const),
  )
  const same = items.every((item) => held.get(`${item.productId} ${named(item)}`) === item.quantity)
  return same ? null : "changed"
}

/** Return how another tab has changed the cart being ordered; this tab itself removes the ordered items. */
function useChangeInOtherTab(items: readonly Item[], fromCart: boolean, paying: boolean) {
  const holder = useCartHolder()
  const { data: cart } = useCart(fromCart)
  const taken = useCheckoutStore((checkout) => checkout.taken)
  if (!fromCart || paying || taken === JSON.stringify(items)) return null
  // A guest's cart that no longer exists.
  if (holder === "") return "emptied"
  return cart ? cartDiffers(items, cart) : null
}
