import { queryOptions, useQuery } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { updateCartToken, useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"

/** The same key and shape as the product page's: whoever comes from there waits for nothing. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["product", slug],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/products/{slug}", { params: { path: { slug } }, signal }))).product,
  })

/** The address book, with the same key and shape as the profile's. */
export const addressesQuery = (version: number) =>
  queryOptions({
    queryKey: ["me", "addresses", version],
    queryFn: async ({ signal }) => (await unwrap(api.GET("/api/auth/addresses", { signal }))).addresses,
    placeholderData: (held) => held,
  })

/**
 * The cart as it is now, with the same key and shape as the cart page's; other tabs may change it.
 *
 * `isNobodys`: a guest's cart that is gone altogether.
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
