import { useQuery } from "@tanstack/react-query"
import { SupportNowText } from "@/components/support-now-text"
import { supportNowQuery } from "@/lib/support-now"

/** The current support hours; fetched by the browser only, so that no cached page is outdated. */
export function SupportNow() {
  const now = useQuery(supportNowQuery).data
  return now ? <SupportNowText now={now} /> : null
}
