import { useQuery } from "@tanstack/react-query"
import { WayTrouble } from "@/components/way-trouble"
import type { LinkStatus } from "@/lib/live"
import { paymentHealthQuery, RENEW_MS } from "@/lib/payment-health"
import { useLiveStatus } from "@/stores/live"

/** While the page is live its payment's turns say when to look again; nobody asks in between. */
export const renewAfter = (link: LinkStatus) => (link === "live" ? false : RENEW_MS)

/** A word before paying again about ways that are in trouble. */
export function Ways() {
  const refetchInterval = renewAfter(useLiveStatus())
  const health = useQuery({ ...paymentHealthQuery, refetchInterval }).data
  return (
    health && (
      <div className="mx-auto mt-6 max-w-lg">
        <WayTrouble {...health} />
      </div>
    )
  )
}
