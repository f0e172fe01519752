const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** As the server warns the operators. */
const SOON_MS = 3 * DAY_MS
const URGENT_MS = DAY_MS

type Deadline = {
  tone: "neutral" | "warning" | "danger"
  unit: "days" | "hours" | "over"
  count: number
}

/** How long there is until a deadline, in whole days, in hours on the last two. */
export function deadlineOf(respondBy: string, now: number): Deadline {
  const left = Date.parse(respondBy) - now
  if (left <= 0) return { tone: "danger", unit: "over", count: 0 }
  const tone = left <= URGENT_MS ? "danger" : left <= SOON_MS ? "warning" : "neutral"
  if (left < 2 * DAY_MS) return { tone, unit: "hours", count: Math.ceil(left / HOUR_MS) }
  return { tone, unit: "days", count: Math.floor(left / DAY_MS) }
}
