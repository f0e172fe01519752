import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { api, read, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { updateCartToken, useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"

/** The same key and shape as on the product page, so that its cache entry is reused. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["product", slug],
    queryFn: read("/api/products/{slug}", { path: { slug } }, "product"),
  })

/** The address book, with the same key and shape as on the profile page. */
export const addressesQuery = (version: number) =>
  queryOptions({
    queryKey: ["me", "addresses", version],
    queryFn: read("/api/auth/addresses", {}, "addresses"),
    placeholderData: keepPreviousData,
  })

/**
 * The current cart, with the same key and shape as on the cart page; other tabs may change it.
 *
 * `isNobodys`: the guest's cart no longer exists.
 */
export function useCartNow(enabled: boolean) {
  const session = useSession((state) => state.session)
  const token = useCartState((state) => state.token)
  const holder = session ? "account" : (token ?? "")
  const { data: cart, ...state } = useQuery({
    queryKey: ["me", "cart", holder],
    queryFn: async ({ signal }) => {
      const sent = useCartState.getState().token
      const headers = sent ? { "X-Cart-Token": sent } : {}
      const { cart, cartToken } = await unwrap(api.GET("/api/cart", { headers, signal }))
      updateCartToken(sent, cartToken)
      return cart
    },
    structuralSharing: keepNewest,
    refetchOnWindowFocus: true,
    enabled: enabled && holder !== "",
  })
  return { ...state, cart, isNobodys: holder === "" }
}
