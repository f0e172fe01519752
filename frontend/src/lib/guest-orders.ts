import { queryOptions } from "@tanstack/react-query"
import { read } from "./api"
import { queryClient } from "./query-client"
import { toast } from "./toast"

/** Orders placed without an account with the e-mail address of the logged-in user. */
export const guestOrdersQuery = queryOptions({
  queryKey: ["me", "guest-orders"],
  queryFn: read("/api/auth/guest-orders", {}, "orders"),
})

/** After the login, show a toast when guest orders can be claimed, except on the order list, which shows them itself. */
export async function announceGuestOrders(text: string, label: string, show: () => void) {
  const orders = await queryClient.fetchQuery(guestOrdersQuery).catch(() => [])
  if (orders.length > 0 && window.location.pathname !== "/orders") {
    toast.info(text, { label, onClick: show })
  }
}
