import { useQuery } from "@tanstack/react-query"
import { WayTrouble } from "@/components/way-trouble"
import { paymentHealthQuery } from "@/lib/payment-health"

/** A word before paying again about ways that are in trouble. */
export function Ways() {
  const health = useQuery(paymentHealthQuery).data
  return (
    health && (
      <div className="mx-auto mt-6 max-w-lg">
        <WayTrouble {...health} />
      </div>
    )
  )
}
