import { create } from "zustand"
import type { Schemas } from "@/lib/api"
import type { CustomizationSelection, ProductCard } from "@/lib/types"

type Chosen = { selection: CustomizationSelection; quantity: number }

type BuyNow = {
  /** The purchase dialog is open. */
  open: boolean
  /** The product being bought now, if it is one product. */
  product: ProductCard | null
  /** The options chosen so far; absent when the purchase starts from a card. */
  selection: CustomizationSelection | null
  quantity: number
  /** The cart's items that are being bought, if it is the cart. */
  items: readonly Schemas["ItemIn"][]
  openBuyNow: (product: ProductCard, chosen?: Chosen) => void
  checkOut: (items: readonly Schemas["ItemIn"][]) => void
  close: () => void
}

const nothing = { open: false, product: null, selection: null, quantity: 1, items: [] }

/** Opens the purchase dialog from any card, product page or cart; the layout mounts the dialog itself. */
export const useBuyNow = create<BuyNow>()((set) => ({
  ...nothing,
  openBuyNow: (product, chosen) => set({ ...nothing, ...chosen, open: true, product }),
  checkOut: (items) => set({ ...nothing, open: true, items }),
  close: () => set(nothing),
}))
