import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { notifyOtherTabs, updateCartToken, useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"

export type Cart = Schemas["CartOut"]
export type CartLine = Schemas["CartLineOut"]

export type CartHeaders = { "X-Cart-Token"?: string }
export type CartCall = (headers: CartHeaders) => Promise<{
  data?: { success?: true; data: Schemas["CartData"] }
  error?: unknown
  response: Response
}>

/** Owner of the cart: the account, or a guest's cart token; "" for a guest without a cart. */
const holderNow = () => (useSession.getState().session ? "account" : (useCartState.getState().token ?? ""))

const cartQuery = (holder: string) =>
  queryOptions({
    queryKey: ["me", "cart", holder],
    queryFn: ({ signal }) => callCart((headers) => api.GET("/api/cart", { headers, signal })),
    // Prices and stock may change while the cart is open in another window.
    refetchOnWindowFocus: true,
    structuralSharing: keepNewest,
  })

/** The owner of the cart, as it is now. */
export function useCartHolder() {
  // Subscribes to the session itself, as the holder is "account" for every user.
  const session = useSession((state) => state.session)
  const token = useCartState((state) => state.token)
  return session ? "account" : (token ?? "")
}

/** The cart of the current user or guest; no data for a guest without a cart. */
export function useCart(enabled = true) {
  const holder = useCartHolder()
  return useQuery({ ...cartQuery(holder), enabled: enabled && holder !== "" })
}

/** Change the cart, cache the response and notify the other tabs. */
export async function changeCart(client: QueryClient, send: CartCall): Promise<Cart> {
  const cart = await alone(async () => {
    const answer = await callCart(send)
    client.setQueryData(cartQuery(holderNow()).queryKey, answer)
    return answer
  })
  notifyOtherTabs()
  return cart
}

/** Make a call about the cart with its token, and keep the token that answers. */
export async function callCart(send: CartCall): Promise<Cart> {
  const sent = useCartState.getState().token
  const { cart, cartToken } = await unwrap(send(sent ? { "X-Cart-Token": sent } : {}))
  updateCartToken(sent, cartToken)
  return cart
}

/** A lock across tabs: two tabs that create a guest's cart at the same time would create two carts. */
async function alone(work: () => Promise<Cart>): Promise<Cart> {
  return "locks" in navigator ? navigator.locks.request("cart", work) : work()
}
