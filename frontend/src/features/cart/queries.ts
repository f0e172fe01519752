import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { notifyOtherTabs, updateCartToken, useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"

export type Cart = Schemas["CartOut"]
export type CartLine = Schemas["CartLineOut"]

type CartHeaders = { "X-Cart-Token"?: string }
type CartCall = (headers: CartHeaders) => Promise<{
  data?: { success?: true; data: Schemas["CartData"] }
  error?: unknown
  response: Response
}>

/** Whose cart: the account's, or the one that this token opens; "" is nobody's, who has none yet. */
const holderNow = () => (useSession.getState().session ? "account" : (useCartState.getState().token ?? ""))

export const cartQuery = (holder: string) =>
  queryOptions({
    queryKey: ["me", "cart", holder],
    queryFn: ({ signal }) => ask((headers) => api.GET("/api/cart", { headers, signal })),
    // Prices and stock move while a cart stands open in another window.
    refetchOnWindowFocus: true,
    structuralSharing: keepNewest,
  })

/** The cart of whoever is here; without data for a guest who has put nothing aside yet. */
export function useCart() {
  // The session itself: another person who logs in is not the same "account".
  const session = useSession((state) => state.session)
  const token = useCartState((state) => state.token)
  const holder = session ? "account" : (token ?? "")
  return useQuery({ ...cartQuery(holder), enabled: holder !== "" })
}

/** Make a change and show the cart that comes back, here and in the other tabs. */
export async function changeCart(client: QueryClient, send: CartCall): Promise<Cart> {
  const cart = await alone(async () => {
    const answer = await ask(send)
    client.setQueryData(cartQuery(holderNow()).queryKey, answer)
    return answer
  })
  notifyOtherTabs()
  return cart
}

async function ask(send: CartCall): Promise<Cart> {
  const sent = useCartState.getState().token
  const { cart, cartToken } = await unwrap(send(sent ? { "X-Cart-Token": sent } : {}))
  updateCartToken(sent, cartToken)
  return cart
}

/** Two tabs that make a guest's first cart at once would make two: one waits for the other's token. */
async function alone(work: () => Promise<Cart>): Promise<Cart> {
  return "locks" in navigator ? navigator.locks.request("cart", work) : work()
}
