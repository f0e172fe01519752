import { useLastPayment } from "@/lib/last-payment"
import { useUser } from "./session"

/** Return the path of an order: a customer's own, or the private link of who ordered in this tab; null for others. */
export function useOrderLink(orderId: string | undefined): string | null {
  const { user } = useUser()
  const last = useLastPayment()
  if (user && orderId) return `/orders/${orderId}`
  return last && last.orderId === orderId ? last.orderLink : null
}
