import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { useTopic } from "@/lib/live"
import { withPushed } from "./dashboard"
import { dashboardQuery, LIVE_PERIOD, type Period } from "./queries"

/** The topic covers one period; figures over another are refetched at most this often. */
const RENEW_EVERY_MS = 3_000

/** The dashboard of a period, kept up to date by the topic. */
export function useDashboard(period: Period) {
  const client = useQueryClient()
  const options = dashboardQuery(period)
  const query = useQuery(options)
  const renew = useThrottled(
    () => void client.invalidateQueries({ queryKey: options.queryKey }),
    RENEW_EVERY_MS,
  )
  useTopic("staff:dashboard", options, {
    merge: (held, pushed) => {
      if (period !== LIVE_PERIOD) renew()
      return withPushed(held, pushed)
    },
  })
  return query
}
