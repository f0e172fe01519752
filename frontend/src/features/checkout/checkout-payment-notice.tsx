import { useQuery } from "@tanstack/react-query"
import { PaymentHealthNotice } from "@/components/payment-health-notice"
import { paymentHealthQuery } from "@/lib/payment-health"

export function CheckoutPaymentNotice() {
  const health = useQuery(paymentHealthQuery).data
  return health ? <PaymentHealthNotice {...health} /> : null
}
