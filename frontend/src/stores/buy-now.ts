import { create } from "zustand"
import type { CustomizationSelection, ProductCard } from "@/lib/types"

type BuyNow = {
  /** What is being bought; the dialog is open while there is one. */
  product: ProductCard | null
  /** What the shopper has chosen so far; absent when the purchase starts from a card. */
  selection: CustomizationSelection | null
  quantity: number
  openBuyNow: (product: ProductCard, chosen?: { selection: CustomizationSelection; quantity: number }) => void
  close: () => void
}

/** Opens the purchase dialog from any card or product page; the layout mounts the dialog itself. */
export const useBuyNow = create<BuyNow>()((set) => ({
  product: null,
  selection: null,
  quantity: 1,
  openBuyNow: (product, chosen) =>
    set({ product, selection: chosen?.selection ?? null, quantity: chosen?.quantity ?? 1 }),
  close: () => set({ product: null, selection: null, quantity: 1 }),
}))
