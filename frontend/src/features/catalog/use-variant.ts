import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import type { ProductDetail } from "@/lib/types"
import { asVariant, firstVariant, type Variant, variantInAddress } from "@/lib/variants"

const NAME = "variant"

/** The variant that is chosen of a product, as the product to buy; on its own page the address names it. */
export function useVariant(product: ProductDetail, inAddress = false) {
  const [address, setAddress] = useSearchParams()
  const [id, setId] = useState<string>()
  const named = inAddress ? address.get(NAME) : null
  const chosen = product.variants.find(({ _id }) => _id === id && !inAddress) ?? firstVariant(product, named)
  function choose(variant: Variant) {
    setId(variant._id)
    if (!inAddress) return
    setAddress(
      (before) => {
        before.set(NAME, variantInAddress(variant))
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { product: asVariant(product, chosen?._id), choose }
}
