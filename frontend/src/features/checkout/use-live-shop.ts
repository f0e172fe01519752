import { useQueryClient } from "@tanstack/react-query"
import { useTopicEvents } from "@/lib/live"
import { shopQuery } from "@/lib/shop"

/** Keep the shop's promises and charges current while somebody pays, and the quote with them. */
export function useLiveShop() {
  const client = useQueryClient()
  useTopicEvents("shop", (shop) => {
    const held = client.getQueryData(shopQuery.queryKey)
    client.setQueryData(shopQuery.queryKey, shop)
    // The first payload says what is known already.
    if (held && JSON.stringify(held) !== JSON.stringify(shop)) {
      void client.invalidateQueries({ queryKey: ["quote"] })
    }
  })
}
