import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { newIdempotencyKey } from "@/lib/api"
import type { CustomizationSelection } from "@/lib/types"
import { type Details, emptyDetails } from "./details"

/** One thing the shopper means to do: the same body is the same intent, however often it is sent. */
export type Intent = {
  /** The request this intent stands for, written out. */
  body: string
  key: string
  /** The order it made, once it did; a further try pays for this one. */
  orderId: string | null
}

/** Return the intent a body belongs to: the one we have if it is the same, else a new one with a new key. */
export function intentFor(held: Intent | null, body: string, newKey = newIdempotencyKey): Intent {
  return held?.body === body ? held : { body, key: newKey(), orderId: null }
}

/** What is chosen of one product. */
export type Choice = { productId: string; selection: CustomizationSelection; quantity: number }

type Purchase = {
  /** The last choice, so that closing the window does not undo it. */
  choice: Choice | null
  /** What has been typed so far; null before anything was. */
  details: Details | null
  intent: Intent | null
  chose: (choice: Choice) => void
  typed: (details: Details) => void
  /** The intent of this body, remembered from now on. */
  intend: (body: string) => Intent
  ordered: (orderId: string) => void
  /** The order can no longer be paid: the next try is a new intent. */
  renounce: () => void
}

/** Outlives the dialog and a reload, but not the tab: others may use this computer. */
export const usePurchase = create<Purchase>()(
  persist(
    (set, get) => ({
      choice: null,
      details: null,
      intent: null,
      chose: (choice) => set({ choice }),
      typed: (details) => set({ details }),
      intend: (body) => {
        const intent = intentFor(get().intent, body)
        set({ intent })
        return intent
      },
      ordered: (orderId) => set(({ intent }) => ({ intent: intent && { ...intent, orderId } })),
      renounce: () => set({ intent: null }),
    }),
    { name: "purchase", storage: createJSONStorage(() => sessionStorage) },
  ),
)

/** A profile as far as it answers the form's questions. */
export function detailsOf(profile: {
  name: string
  email: string
  phone: string
  address: Record<string, string>
}): Details {
  const [firstName = "", ...rest] = profile.name.trim().split(/\s+/)
  const { street = "", city = "", state = "", pincode = "" } = profile.address
  return {
    ...emptyDetails,
    firstName,
    lastName: rest.join(" "),
    email: profile.email,
    phone: profile.phone,
    street,
    city,
    state,
    pincode,
  }
}
