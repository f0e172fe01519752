import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { newIdempotencyKey } from "@/lib/api"
import { clearBuyNowOrder } from "@/lib/buy-now-order"
import { tabStorage } from "@/lib/storage"
import { z } from "@/lib/zod"
import { type User, useSession } from "@/stores/session"
import { type Details, emptyDetails } from "./details"

/** An intent to order, with its idempotency key: sending the same body again is the same intent. */
export type Intent = {
  /** The request's body as JSON. */
  body: string
  key: string
  /** The order it created, once it has; a retry pays for this one. */
  orderId: string | null
  /** A guest's private link to it. */
  orderLink: string | null
}

/** Return the current intent if its body is the same, else a new one with a new idempotency key. */
export function intentFor(held: Intent | null, body: string, newKey = newIdempotencyKey): Intent {
  return held?.body === body ? held : { body, key: newKey(), orderId: null, orderLink: null }
}

type StoredCheckout = {
  /** The form's values as last edited; null before the first edit. */
  details: Details | null
  /** The discount code that was entered last. */
  discountCode: string
  intent: Intent | null
  /** The cart items that became this tab's order, as JSON: their removal is no change by another tab. */
  taken: string
}

type CheckoutState = StoredCheckout & {
  setDetails: (details: Details) => void
  setDiscountCode: (discountCode: string) => void
  /** Return the intent for this body and store it. */
  startIntent: (body: string) => Intent
  setOrder: (order: Pick<Intent, "orderId" | "orderLink">) => void
  setOrderedCartItems: (items: readonly unknown[]) => void
  /** For an order that can no longer be paid: the next attempt is a new intent. */
  clearIntent: () => void
  /** For an order that was called off: the next checkout is a new order, also of the same pieces. */
  forgetOrder: (orderId: string) => void
}

const emptyCheckout: StoredCheckout = { details: null, discountCode: "", intent: null, taken: "" }

/** Session storage is untrusted input: invalid values are replaced by empty ones. */
const text = z.string().max(500)
const storedCheckout = z.object({
  details: z
    .object({
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      street: text,
      city: text,
      state: text,
      pincode: text,
      businessName: text.default(""),
      gstin: text.default(""),
    })
    .nullable()
    .catch(null),
  discountCode: z.string().max(40).catch(""),
  intent: z
    .object({
      body: z.string(),
      key: z.string().min(1).max(255),
      orderId: z.string().max(40).nullable(),
      orderLink: text.nullable(),
    })
    .nullable()
    .catch(null),
  taken: z.string().catch(""),
})

/** State of the checkout in session storage: survives a reload, but not the tab, as the computer may be shared. */
export const useCheckoutStore = create<CheckoutState>()(
  persist(
    (set, get) => ({
      ...emptyCheckout,
      setDetails: (details) => set({ details }),
      setDiscountCode: (discountCode) => set({ discountCode }),
      startIntent: (body) => {
        const intent = intentFor(get().intent, body)
        set({ intent })
        return intent
      },
      setOrder: ({ orderId, orderLink }) =>
        set(({ intent }) => ({ intent: intent && { ...intent, orderId, orderLink } })),
      setOrderedCartItems: (items) => set({ taken: JSON.stringify(items) }),
      clearIntent: () => set({ intent: null }),
      forgetOrder: (orderId) => {
        if (get().intent?.orderId !== orderId) return
        set({ intent: null, taken: "" })
        clearBuyNowOrder()
      },
    }),
    {
      name: "purchase",
      storage: createJSONStorage(() => tabStorage),
      merge: (stored, current) => ({ ...current, ...storedCheckout.catch(emptyCheckout).parse(stored) }),
    },
  ),
)

// Logging out clears it: the computer may be shared.
useSession.subscribe(({ left }) => {
  if (left) useCheckoutStore.setState(emptyCheckout)
})

type Profile = Pick<User, "name" | "email" | "phone" | "address">

/** Fill the form from a profile, with the whole name in the first name's field. */
export function detailsOf({ name, email, phone, address }: Profile): Details {
  const { street = "", city = "", state = "", pincode = "" } = address
  const firstName = name.trim().replace(/\s+/g, " ")
  return { ...emptyDetails, firstName, email, phone, street, city, state, pincode }
}
