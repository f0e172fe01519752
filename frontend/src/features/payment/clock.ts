import { useNow } from "@/lib/time"

/** How far the server's clock is ahead of this device's, in ms; 0 until an answer has told. */
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

/** What came with the page is as old as the page; everything else has just arrived. */
function receivedAt(answeredAt: string): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  const withPage = document.getElementById("initial-data")?.textContent.includes(answeredAt)
  return page && withPage ? performance.timeOrigin + page.responseStart : Date.now()
}

/**
 * The server's clock in ms, every second while `running`: a countdown to a moment the server named must not follow a
 * clock that is wrong.
 */
export function useServerNow(answeredAt: string, running = true): number {
  const now = useNow(1000, running)
  if (answeredAt !== heard) {
    heard = answeredAt
    ahead = hear(answeredAt, receivedAt(answeredAt), ahead)
  }
  return now + (ahead ?? 0)
}
