import { useQueryClient } from "@tanstack/react-query"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { discountsKey } from "./queries"

/** During a sale every order changes the figures. */
const RENEW_EVERY_MS = 3_000

/** Refetch what is shown of discount codes when one, or an order that has one, changes. */
export function useDiscountsTopic(): void {
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: discountsKey })
  useRefetchingTopic("staff:discounts", renew, useThrottled(renew, RENEW_EVERY_MS))
}
