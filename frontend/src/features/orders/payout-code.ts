import { api, unwrap } from "@/lib/api"
import { headersOf, type Secret } from "@/lib/order-access"

/** Have the code mailed with which the customer says where money of the order is sent. */
export const sendPayoutCode = (orderId: string, secret: Secret | null) =>
  unwrap(
    api.POST("/api/orders/{order_id}/payout-code", {
      params: { path: { order_id: orderId } },
      headers: headersOf(secret),
    }),
  )
