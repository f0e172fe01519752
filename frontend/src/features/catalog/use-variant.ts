import { useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import type { ProductDetail } from "@/lib/types"
import { addressOfVariant, asVariant, firstVariant, namedVariant, type Variant } from "@/lib/variants"

/** The variant that is chosen of a product, as the product to buy; on its own page the address names it. */
export function useVariant(product: ProductDetail, inAddress = false) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [id, setId] = useState("")
  const chosen = firstVariant(product, inAddress ? namedVariant(search) : id)
  function choose(variant: Variant) {
    if (!inAddress) setId(variant._id)
    else
      void navigate(
        { search: addressOfVariant(search, variant) },
        { replace: true, preventScrollReset: true },
      )
  }
  return { product: asVariant(product, chosen?._id), choose }
}
