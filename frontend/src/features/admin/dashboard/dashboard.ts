import type { Dashboard } from "./queries"

/**
 * Apply a live dashboard to the one on the screen, whose chart may cover more or fewer days.
 *
 * The newer figures win; in the chart, days known to both are replaced, and a new day removes the
 * oldest. Figures over another period than the topic's stay until a refetch.
 */
export function withPushed(held: Dashboard, pushed: Dashboard): Dashboard {
  if (pushed.version < held.version) return held
  const days = new Map([...held.chart, ...pushed.chart].map((point) => [point.day, point]))
  const chart = [...days.values()].sort((a, b) => a.day.localeCompare(b.day)).slice(-held.chart.length)
  if (pushed.period === held.period) return { ...pushed, chart }
  // Figures over the chosen period; the topic has those over its own.
  return { ...pushed, period: held.period, instruments: held.instruments, funnel: held.funnel, chart }
}
