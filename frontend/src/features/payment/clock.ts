import { useLayoutEffect, useState } from "react"
import { recordServerTime, useServerNow } from "@/lib/clock"
import { useHydrated } from "@/lib/use-hydrated"

/** Return the time of this device's clock at which it received the page. */
function pageReceivedAt(): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  return page ? performance.timeOrigin + page.responseStart : Date.now()
}

/**
 * The server's clock in ms, updated every second while `running`. Pages and pushes name no time but the answer's own.
 * During server rendering and hydration it is that time.
 */
export function usePaymentNow(answeredAt: string, running = true): number {
  const hydrated = useHydrated()
  // An answer present during hydration came with the document; any other has just been received.
  const [withPage] = useState(hydrated ? null : answeredAt)
  useLayoutEffect(() => {
    recordServerTime(answeredAt, answeredAt === withPage ? pageReceivedAt() : Date.now())
  }, [answeredAt, withPage])
  const now = useServerNow(1000, running)
  return hydrated ? now : Date.parse(answeredAt)
}
