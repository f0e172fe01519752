import { freshQuery, pageQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type Endpoint = Schemas["EndpointOut"]
export type Delivery = Schemas["DeliveryOut"]

/** The types of messages, by what they are about. */
export const types = [
  "order.created",
  "order.paid",
  "order.status_changed",
  "order.cancelled",
  "refund.completed",
  "refund.failed",
  "return.requested",
  "return.status_changed",
  "product.changed",
  "product.stock_changed",
] as const satisfies readonly Schemas["WebhookType"][]

export const endpointsKey = ["staff", "webhook-endpoints"] as const

export const endpointsQuery = freshQuery(
  [...endpointsKey, "list"],
  read("/api/admin/webhook-endpoints", {}, "endpoints"),
)

export const statuses = ["all", "delivered", "waiting", "failed"] as const

export const deliveriesQuery = (id: string, filters: { status: (typeof statuses)[number]; page: number }) =>
  pageQuery(
    [...endpointsKey, id, filters],
    read("/api/admin/webhook-endpoints/{endpoint_id}/deliveries", {
      path: { endpoint_id: id },
      query: filters,
    }),
  )

export const statusOf = ({ activeSince, failingSince }: Endpoint) =>
  activeSince === null ? "off" : failingSince === null ? "active" : "failing"
