import { api, unwrap } from "@/lib/api"
import { ofOrder, type Secret } from "@/lib/order-access"

/** Have the code mailed with which the customer says where money of the order is sent. */
export const sendPayoutCode = (orderId: string, secret: Secret | null) =>
  unwrap(api.POST("/api/orders/{order_id}/payout-code", ofOrder(orderId, secret)))
