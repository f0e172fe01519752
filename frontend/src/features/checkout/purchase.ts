import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { newIdempotencyKey } from "@/lib/api"
import { z } from "@/lib/zod"
import { useSession } from "@/stores/session"
import { type Details, emptyDetails } from "./details"

/** One thing the shopper means to do: the same body is the same intent, however often it is sent. */
export type Intent = {
  /** The request this intent stands for, written out. */
  body: string
  key: string
  /** The order it made, once it did; a further try pays for this one. */
  orderId: string | null
  /** A guest's private link to it. */
  orderLink: string | null
}

/** Return the intent a body belongs to: the one we have if it is the same, else a new one with a new key. */
export function intentFor(held: Intent | null, body: string, newKey = newIdempotencyKey): Intent {
  return held?.body === body ? held : { body, key: newKey(), orderId: null, orderLink: null }
}

type Kept = {
  /** What has been typed so far; null before anything was. */
  details: Details | null
  /** The discount code that was entered last. */
  discountCode: string
  intent: Intent | null
  /** The items of the cart that became this tab's order, written out: it was not somebody else who took them. */
  taken: string
}

type Purchase = Kept & {
  typed: (details: Details) => void
  enterCode: (discountCode: string) => void
  /** The intent of this body, remembered from now on. */
  intend: (body: string) => Intent
  ordered: (order: Pick<Intent, "orderId" | "orderLink">) => void
  tookFromCart: (items: readonly unknown[]) => void
  /** The order can no longer be paid: the next try is a new intent. */
  renounce: () => void
}

const nothing: Kept = { details: null, discountCode: "", intent: null, taken: "" }

/** The tab's storage is anybody's to write: what does not look like ours counts as nothing. */
const text = z.string().max(500)
const kept = z.object({
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

/** Outlives the dialog and a reload, but not the tab: others may use this computer. */
export const usePurchase = create<Purchase>()(
  persist(
    (set, get) => ({
      ...nothing,
      typed: (details) => set({ details }),
      enterCode: (discountCode) => set({ discountCode }),
      intend: (body) => {
        const intent = intentFor(get().intent, body)
        set({ intent })
        return intent
      },
      ordered: ({ orderId, orderLink }) =>
        set(({ intent }) => ({ intent: intent && { ...intent, orderId, orderLink } })),
      tookFromCart: (items) => set({ taken: JSON.stringify(items) }),
      renounce: () => set({ intent: null }),
    }),
    {
      name: "purchase",
      storage: createJSONStorage(() => sessionStorage),
      merge: (stored, current) => ({ ...current, ...kept.catch(nothing).parse(stored) }),
    },
  ),
)

// Who logs out leaves nothing to whoever uses this computer next.
useSession.subscribe(({ left }) => {
  if (left) usePurchase.setState(nothing)
})

/** A profile as far as it answers the form's questions, the name in one field. */
export function detailsOf(profile: {
  name: string
  email: string
  phone: string
  address: Record<string, string>
}): Details {
  const { email, phone } = profile
  const { street = "", city = "", state = "", pincode = "" } = profile.address
  const firstName = profile.name.trim().replace(/\s+/g, " ")
  return { ...emptyDetails, firstName, email, phone, street, city, state, pincode }
}
