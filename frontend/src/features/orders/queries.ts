import { queryOptions } from "@tanstack/react-query"
import { ApiError, api, read, type Schemas, unwrap } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { headersOf, type Secret } from "@/lib/order-access"
import { isWorthRetrying } from "@/lib/query-client"
import { keepNewest } from "@/lib/versioned"

export type OrderRow = Schemas["OrderRow"]
export type Order = Schemas["OrderOut"]
export type OrdersPage = Schemas["OrdersPage"]
export type Tracked = Schemas["TrackedOrders"]

/** An order as its owner sees it, with all fields. */
export type WholeOrder = Order & {
  [K in
    | "itemsTotal"
    | "tax"
    | "shippingCost"
    | "shippingTax"
    | "discount"
    | "totalAmount"
    | "shippingAddress"]: NonNullable<Order[K]>
}

/** A shared link shows neither people, places nor money. */
export const isWhole = (order: Order): order is WholeOrder => order.view !== "shared"

/** Keys begin with "me": the session removes those queries when somebody else logs in. */
export const ordersQuery = (page: number) =>
  queryOptions({
    queryKey: ["me", "orders", page],
    queryFn: ({ signal, client }) => {
      // The topic renews the first page.
      const first = client.getQueryData<OrdersPage>(["me", "orders", 1])
      const asOf = page > 1 ? (first?.pagination.asOf ?? undefined) : undefined
      return unwrap(api.GET("/api/auth/orders", { params: { query: { page, asOf } }, signal }))
    },
  })

/** Return true when a page of the list is stale: fetched before the last change of any of the orders. */
export const isStale = (shown: OrdersPage | undefined, first: OrdersPage) =>
  shown !== undefined && shown.version < first.version

/** One order: the customer's own, or the one that the secret gives access to. */
export const orderQuery = (orderId: string, secret: Secret | null = null) =>
  queryOptions({
    queryKey: ["me", "order", orderId, secret?.value ?? ""],
    queryFn: read(
      "/api/auth/orders/{order_id}",
      { path: { order_id: orderId }, headers: headersOf(secret) },
      "order",
    ),
    // No retry on an HTTP error: it would be the same again.
    retry: (times, error) =>
      times < 2 && !(error instanceof ApiError && error.status > 0) && isWorthRetrying(error),
    structuralSharing: keepNewest,
  })

/** Keep an order's query current by its topic. */
export const useLiveOrder = (orderId: string, secret: Secret | null, watching = true) =>
  useTopic(watching ? `order:${orderId}` : null, orderQuery(orderId, secret), {
    key: secret?.value,
    merge: (_, data) => data.order,
  })
