import { useQuery } from "@tanstack/react-query"
import { PaymentHealthNotice } from "@/components/payment-health-notice"
import type { LinkStatus } from "@/lib/live-link"
import { paymentHealthQuery, REFETCH_MS } from "@/lib/payment-health"
import { useLiveStatus } from "@/stores/live"

/** Poll only while the live link is down: otherwise the topic of the payment triggers the refetch. */
export const refetchIntervalFor = (link: LinkStatus) => (link === "live" ? false : REFETCH_MS)

/** Payment health notice above the retry button. */
export function RetryPaymentNotice() {
  const refetchInterval = refetchIntervalFor(useLiveStatus())
  const health = useQuery({ ...paymentHealthQuery, refetchInterval }).data
  return (
    health && (
      <div className="mx-auto mt-6 max-w-lg">
        <PaymentHealthNotice {...health} />
      </div>
    )
  )
}
