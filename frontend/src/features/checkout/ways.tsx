import { useQuery } from "@tanstack/react-query"
import { WayTrouble } from "@/components/way-trouble"
import { paymentHealthQuery } from "@/lib/payment-health"

/** A word before paying about ways that are in trouble. */
export function Ways() {
  const health = useQuery(paymentHealthQuery).data
  return health ? <WayTrouble {...health} /> : null
}
