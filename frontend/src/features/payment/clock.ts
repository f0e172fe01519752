import { useState } from "react"
import { useNow } from "@/lib/time"
import { useHydrated } from "@/lib/use-hydrated"

/** How far the server's clock is ahead of this device's, in ms; null until an answer has told. */
let ahead: number | null = null
let heard = ""

/**
 * Learn from the server's own time in an answer. The way here takes time and never gives any back, so of all
 * answers the one that puts the server furthest ahead is nearest to the truth.
 */
export function hear(answeredAt: string, receivedAt: number, before: number | null): number {
  const seen = Date.parse(answeredAt) - receivedAt
  return before === null ? seen : Math.max(before, seen)
}

/** When this device received the page, by its own clock. */
function pageReceivedAt(): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  return page ? performance.timeOrigin + page.responseStart : Date.now()
}

/**
 * The server's clock in ms, every second while `running`: a countdown to a moment the server named must not follow a
 * clock that is wrong. On the server and while its page is hydrated it stands at the answer itself.
 */
export function useServerNow(answeredAt: string, running = true): number {
  const hydrated = useHydrated()
  // An answer that is here while the page is hydrated is as old as the page; any other has just arrived.
  const [withPage] = useState(hydrated ? null : answeredAt)
  const now = useNow(1000, running)
  if (!hydrated) return Date.parse(answeredAt)
  if (answeredAt !== heard) {
    heard = answeredAt
    ahead = hear(answeredAt, answeredAt === withPage ? pageReceivedAt() : Date.now(), ahead)
  }
  return now + (ahead ?? 0)
}
