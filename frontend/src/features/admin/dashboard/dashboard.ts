import type { Dashboard } from "./queries"

/**
 * Apply a live dashboard to the one on the screen, whose chart may cover more or fewer days.
 *
 * The figures are the newer ones; of the chart, the days both know are replaced and a new day pushes the
 * oldest out. Figures over another period than the topic's stay until the server is asked.
 */
export function withPushed(held: Dashboard, pushed: Dashboard): Dashboard {
  if (pushed.version < held.version) return held
  const days = new Map([...held.chart, ...pushed.chart].map((point) => [point.day, point]))
  const chart = [...days.values()].sort((a, b) => a.day.localeCompare(b.day)).slice(-held.chart.length)
  if (pushed.period === held.period) return { ...pushed, chart }
  // These are about the days the reader chose; the topic's are about its own.
  return { ...pushed, period: held.period, instruments: held.instruments, funnel: held.funnel, chart }
}
