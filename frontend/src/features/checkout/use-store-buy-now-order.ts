import { useEffect } from "react"
import type { Schemas } from "@/lib/api"
import { storeBuyNowOrder } from "@/lib/buy-now-order"

/** Store the order being placed for this tab, so that it survives a reload and the navigation to the checkout page. */
export function useStoreBuyNowOrder(
  items: readonly Schemas["ItemIn"][],
  totalAmount: number,
  fromCart: boolean,
) {
  const serialized = JSON.stringify(items)
  useEffect(() => {
    storeBuyNowOrder(JSON.parse(serialized), totalAmount, fromCart)
  }, [serialized, totalAmount, fromCart])
}
