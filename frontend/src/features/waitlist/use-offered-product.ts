import { skipToken, useQuery } from "@tanstack/react-query"
import type { Schemas } from "@/lib/api"
import type { ProductDetail } from "@/lib/types"

export type Waitlist = Schemas["WaitlistOut"]

/** The topic has the same name: "waitlist:{productId}". */
export const waitlistKey = (productId: string) => ["me", "waitlist", productId]

/**
 * The product as this shopper can buy it: a piece that is offered to them alone is available to them.
 *
 * It asks for nothing: the panel, which is fetched where a product is contended, keeps the line up to date.
 */
export function useOfferedProduct(product: ProductDetail): ProductDetail {
  const { data } = useQuery<Waitlist>({ queryKey: waitlistKey(product._id), queryFn: skipToken })
  if (product.isAvailable || data?.place?.status !== "offered") return product
  return { ...product, isAvailable: true, sellable: 1, sellableIsMore: false, maxQuantity: 1 }
}
