import { useQuery } from "@tanstack/react-query"
import { SupportNowText } from "@/components/support-now-text"
import { supportNowQuery } from "@/lib/support-now"

/** Whether somebody is there now; only the browser asks, so that no cached page answers for later. */
export function SupportNow() {
  const now = useQuery(supportNowQuery).data
  return now ? <SupportNowText now={now} /> : null
}
