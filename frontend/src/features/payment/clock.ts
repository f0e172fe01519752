import { useState } from "react"
import { useNow } from "@/lib/time"
import { useHydrated } from "@/lib/use-hydrated"

/** Offset of the server's clock from this device's, in ms; null until the first answer. */
let offset: number | null = null
let lastAnsweredAt = ""

/**
 * Estimate the clock offset from the server time in an answer. Network latency only ever lowers the measured offset,
 * so the largest one is the most accurate.
 */
export function estimateOffset(answeredAt: string, receivedAt: number, before: number | null): number {
  const measured = Date.parse(answeredAt) - receivedAt
  return before === null ? measured : Math.max(before, measured)
}

/** When this device received the page, by its own clock. */
function pageReceivedAt(): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  return page ? performance.timeOrigin + page.responseStart : Date.now()
}

/**
 * The server's clock in ms, updated every second while `running`: a countdown to a server timestamp must not depend on
 * the device's clock. During server rendering and hydration it is the time of the answer.
 */
export function useServerNow(answeredAt: string, running = true): number {
  const hydrated = useHydrated()
  // An answer present during hydration came with the document; any other has just been received.
  const [withPage] = useState(hydrated ? null : answeredAt)
  const now = useNow(1000, running)
  if (!hydrated) return Date.parse(answeredAt)
  if (answeredAt !== lastAnsweredAt) {
    lastAnsweredAt = answeredAt
    offset = estimateOffset(answeredAt, answeredAt === withPage ? pageReceivedAt() : Date.now(), offset)
  }
  return now + (offset ?? 0)
}
