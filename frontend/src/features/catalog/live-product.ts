import { useQuery } from "@tanstack/react-query"
import { isMissing } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { productQuery } from "@/lib/product"
import type { ProductDetail } from "@/lib/types"

const ASK_AGAIN_MS = 10_000

/** Return true when the product is unknown or no longer shown in the shop. */
export const isGone = ({ data, error }: { data?: ProductDetail | undefined; error: Error | null }) =>
  data?.isShown === false || (!data && isMissing(error))

/** A product whose price and stock are updated live; `watching` false unsubscribes while it is hidden. */
export function useLiveProduct(slug: string, watching = true) {
  const followed = useTopic(watching ? `product:${slug}` : null, productQuery(slug), {
    merge: (held, live) => ({ ...held, ...live }),
  })
  return useQuery({
    ...productQuery(slug),
    // Without the live link, poll for the end of another buyer's stock hold.
    refetchInterval: ({ state: { data } }) =>
      watching && !followed && data?.contention ? ASK_AGAIN_MS : false,
  })
}
