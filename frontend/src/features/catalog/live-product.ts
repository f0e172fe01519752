import { useQuery } from "@tanstack/react-query"
import { isMissing } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { productQuery } from "@/lib/product"
import type { ProductDetail, ProductGone, ProductLive } from "@/lib/types"

const ASK_AGAIN_MS = 10_000

/** Whether the shop shows the product no longer, or never did. */
export const isGone = ({ data, error }: { data?: ProductDetail | undefined; error: Error | null }) =>
  data?.isShown === false || (!data && isMissing(error))

/** A product with price and stock kept true by the live link; `watching` ends that while nobody looks. */
export function useLiveProduct(slug: string, watching = true) {
  const followed = useTopic<ProductDetail, ProductLive | ProductGone>(
    watching ? `product:${slug}` : null,
    productQuery(slug),
    { merge: (held, live) => ({ ...held, ...live }) },
  )
  return useQuery({
    ...productQuery(slug),
    // Without the link nobody tells that another buyer's hold has ended.
    refetchInterval: ({ state: { data } }) =>
      watching && !followed && data?.heldUntil ? ASK_AGAIN_MS : false,
  })
}
