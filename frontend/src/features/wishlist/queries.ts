import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { useGuestWishes } from "@/stores/guest-wishlist"

export type Wishlist = Schemas["WishlistData"]

/** The products that this browser has kept for a guest. */
export const guestWishlistQuery = (productIds: readonly string[]) =>
  queryOptions({
    queryKey: ["guest-wishlist", ...productIds],
    queryFn: read("/api/wishlist", { query: { productIds: [...productIds] } }),
    // What was taken away goes at once; the others stay.
    placeholderData: keepPreviousData,
  })

/** The account's wishlist. What the same browser wished for as a guest goes into it on the way. */
export const wishlistQuery = queryOptions({
  queryKey: ["me", "wishlist"],
  queryFn: async ({ signal }): Promise<Wishlist> => {
    const { ids, set } = useGuestWishes.getState()
    if (ids.length === 0) return unwrap(api.GET("/api/auth/wishlist", { signal }))
    // The server puts the last one on top.
    const productIds = [...ids].reverse()
    const wishlist = await unwrap(api.POST("/api/auth/wishlist", { body: { productIds } }))
    set([])
    return wishlist
  },
  structuralSharing: keepNewest,
})
