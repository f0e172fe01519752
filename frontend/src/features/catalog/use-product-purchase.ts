import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { QUOTE_AFTER_MS, quoteQuery } from "@/lib/quote"
import { defaultSelection, pictureOf } from "@/lib/selection"
import type { CustomizationSelection, ProductDetail, Quote } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"
import { useBuyNow } from "@/stores/buy-now"

export type ProductPurchaseState = {
  selection: CustomizationSelection
  setSelection: (selection: CustomizationSelection) => void
  quantity: number
  setQuantity: (quantity: number) => void
  /** The largest quantity that one order can have now. */
  max: number
  /** Total in rupees: the quoted one, or the product's base price until the quote has loaded. */
  price: number
  /** The quote for the selection; undefined while it loads or the product is unavailable. */
  quote: Quote | undefined
  /** Why the selection cannot be bought. */
  error: Error | null
  buyNow: () => void
}

/** Options and quantity that a shopper selects for a product, with the debounced quote of the server for them. */
export function useProductPurchase(
  product: ProductDetail,
  /** Called with the address of the picture when another one shows the selection. */
  onShow?: (url: string) => void,
): ProductPurchaseState {
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const [selection, select] = useState(() => defaultSelection(product.customization))
  const [requested, setQuantity] = useState(1)
  const max = product.maxQuantity
  // Clamp to the stock, which may fall while the page is open.
  const quantity = Math.max(1, Math.min(requested, max))

  const settledQuantity = useDebounced(quantity, QUOTE_AFTER_MS)
  const settledSelection = useDebounced(selection, QUOTE_AFTER_MS)
  const { data, error } = useQuery({
    ...quoteQuery([{ productId: product._id, quantity: settledQuantity, customization: settledSelection }], {
      version: product.version,
    }),
    enabled: product.isAvailable,
  })
  const quote = product.isAvailable ? data : undefined
  function setSelection(chosen: CustomizationSelection) {
    select(chosen)
    const [before, after] = [selection, chosen].map((each) => pictureOf(product.customization, each))
    if (after !== before) onShow?.(after || product.pictures[0]?.url || "")
  }
  return {
    selection,
    setSelection,
    quantity,
    setQuantity,
    max,
    price: quote?.lines[0]?.totalPrice ?? product.price,
    quote,
    error: product.isAvailable ? error : null,
    buyNow: () => openBuyNow(product, { selection, quantity }),
  }
}
