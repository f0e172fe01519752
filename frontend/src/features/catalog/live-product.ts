import { useQuery } from "@tanstack/react-query"
import { useTopic } from "@/lib/live"
import type { ProductDetail, ProductLive } from "@/lib/types"
import { productQuery } from "./queries"

const ASK_AGAIN_MS = 10_000

/** A product with price and stock kept true by the live link; `watching` ends that while nobody looks. */
export function useLiveProduct(slug: string, watching = true) {
  const followed = useTopic<ProductDetail, ProductLive>(
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
