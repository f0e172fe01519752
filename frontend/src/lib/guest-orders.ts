import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "./api"
import { queryClient } from "./query-client"
import { toast } from "./toast"

/** What was ordered without an account under the address of the one that is logged in. */
export const guestOrdersQuery = queryOptions({
  queryKey: ["me", "guest-orders"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/auth/guest-orders", { signal }))).orders,
})

/** Say after the login that such orders wait; the list of orders, which says so itself, needs no word. */
export async function tellOfGuestOrders(text: string, label: string, show: () => void) {
  const orders = await queryClient.fetchQuery(guestOrdersQuery).catch(() => [])
  if (orders.length > 0 && window.location.pathname !== "/orders") {
    toast.info(text, { label, onClick: show })
  }
}
