import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { QUOTE_AFTER_MS, quoteQuery } from "@/lib/quote"
import { defaultSelection } from "@/lib/selection"
import type { CustomizationSelection, ProductDetail, Quote } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"
import { useBuyNow } from "@/stores/buy-now"

export type Purchase = {
  selection: CustomizationSelection
  setSelection: (selection: CustomizationSelection) => void
  quantity: number
  setQuantity: (quantity: number) => void
  /** How many pieces one order can have now. */
  max: number
  /** Rupees for the whole choice, the server's figure as soon as it is there. */
  price: number
  /** What the choice costs; absent while it is not known or nothing can be bought. */
  quote: Quote | undefined
  /** Why the choice cannot be bought. */
  error: Error | null
  buyNow: () => void
}

/** What a shopper chooses about a product, and what the server says it costs. */
export function usePurchase(product: ProductDetail): Purchase {
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const [selection, setSelection] = useState(() => defaultSelection(product.customization))
  const [wanted, setQuantity] = useState(1)
  const max = product.maxQuantity
  // Stock that sinks while somebody looks takes the quantity along.
  const quantity = Math.max(1, Math.min(wanted, max))

  const settledQuantity = useDebounced(quantity, QUOTE_AFTER_MS)
  const settledSelection = useDebounced(selection, QUOTE_AFTER_MS)
  const { data, error } = useQuery({
    ...quoteQuery([{ productId: product._id, quantity: settledQuantity, customization: settledSelection }], {
      version: product.version,
    }),
    enabled: product.isAvailable,
  })
  const quote = product.isAvailable ? data : undefined
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
