import { useState } from "react"
import { useProductQuote } from "@/lib/quote"
import { defaultSelection, pictureOf } from "@/lib/selection"
import type { CustomizationSelection, ProductDetail, Quote } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"

export type ProductPurchaseState = {
  selection: CustomizationSelection
  setSelection: (selection: CustomizationSelection) => void
  quantity: number
  setQuantity: (quantity: number) => void
  /** Total in rupees: the quoted one, or the product's base price until the quote has loaded. */
  price: number
  /** The quote for the selection; undefined while it loads or the product is unavailable. */
  quote: Quote | undefined
  /** The reason why the selection cannot be bought. */
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
  const { quantity, quote: query } = useProductQuote(product, selection, requested)
  // Until that of another variant has loaded, the last one's is there.
  const isOwn = query.data?.lines[0]?.productId === product._id
  const quote = product.isAvailable && isOwn ? query.data : undefined
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
    price: quote?.lines[0]?.totalPrice ?? product.price,
    quote,
    error: product.isAvailable ? query.error : null,
    buyNow: () => openBuyNow(product, { selection, quantity }),
  }
}
