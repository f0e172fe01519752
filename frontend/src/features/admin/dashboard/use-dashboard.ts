import { useQuery } from "@tanstack/react-query"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { useTopic } from "@/lib/live"
import { withPushed } from "./dashboard"
import { dashboardQuery, LIVE_PERIOD, type Period } from "./queries"

/** The dashboard of a period, kept up to date by the topic. */
export function useDashboard(period: Period) {
  const options = dashboardQuery(period)
  const query = useQuery(options)
  const renew = useThrottled(() => void query.refetch())
  useTopic("staff:dashboard", options, {
    merge: (held, pushed) => {
      // The topic covers one period; figures over another are refetched.
      if (period !== LIVE_PERIOD) renew()
      return withPushed(held, pushed)
    },
  })
  return query
}
