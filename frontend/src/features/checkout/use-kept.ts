import { useEffect } from "react"
import type { Schemas } from "@/lib/api"
import { keepBuyNowOrder } from "@/lib/buy-now-order"

/** Keep for this tab what is being bought, so that a reload or the way to the checkout page loses nothing. */
export function useKept(items: readonly Schemas["ItemIn"][], totalAmount: number, fromCart: boolean) {
  const written = JSON.stringify(items)
  useEffect(() => {
    keepBuyNowOrder(JSON.parse(written), totalAmount, fromCart)
  }, [written, totalAmount, fromCart])
}
