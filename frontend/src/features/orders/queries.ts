import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type OrderRow = Schemas["OrderRow"]
export type Order = Schemas["OrderOut"]
export type OrdersPage = Schemas["OrdersPage"]

/** Keys begin with "me": the session forgets them when somebody else logs in. */
export const ordersQuery = (page: number) =>
  queryOptions({
    queryKey: ["me", "orders", page],
    queryFn: ({ signal }) => unwrap(api.GET("/api/auth/orders", { params: { query: { page } }, signal })),
  })

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["me", "order", orderId],
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET("/api/auth/orders/{order_id}", { params: { path: { order_id: orderId } }, signal }),
        )
      ).order,
    structuralSharing: keepNewest,
  })
