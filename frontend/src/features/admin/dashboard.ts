import type { Dashboard } from "./queries"

/**
 * Apply a live dashboard to the one on the screen, whose chart may cover more or fewer days.
 *
 * The figures are the newer ones; of the chart, the days both know are replaced and a new day pushes the
 * oldest out.
 */
export function withPushed(held: Dashboard, pushed: Dashboard): Dashboard {
  if (pushed.version < held.version) return held
  const days = new Map([...held.chart, ...pushed.chart].map((point) => [point.day, point]))
  const chart = [...days.values()].sort((a, b) => a.day.localeCompare(b.day)).slice(-held.chart.length)
  return { ...pushed, chart }
}
