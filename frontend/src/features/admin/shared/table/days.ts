/** Date range of a list: calendar days in India (2026-11-21), both included; empty is no limit. */
export type Days = { startDate: string; endDate: string }
export type DayProblem = "notADate" | "endBeforeStart"

const isDay = (value: string) => /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** Validate the days, by field; empty when they are valid. */
export function dayProblems({ startDate, endDate }: Days): Partial<Record<keyof Days, DayProblem>> {
  const problems: Partial<Record<keyof Days, DayProblem>> = {}
  if (startDate && !isDay(startDate)) problems.startDate = "notADate"
  if (endDate && !isDay(endDate)) problems.endDate = "notADate"
  else if (endDate && !problems.startDate && endDate < startDate) problems.endDate = "endBeforeStart"
  return problems
}

/** Read the days from the URL; invalid ones are ignored. */
export function readDays(params: URLSearchParams): Days {
  const days = { startDate: params.get("startDate") ?? "", endDate: params.get("endDate") ?? "" }
  const problems = dayProblems(days)
  return {
    startDate: problems.startDate ? "" : days.startDate,
    endDate: problems.endDate ? "" : days.endDate,
  }
}
