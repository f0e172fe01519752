import { text, withoutProblems } from "@/features/admin/shared/list-filters"

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

/** The date range among a list's filters. */
export const dayFields = { startDate: text(), endDate: text() }

export const withValidDays = <F extends Days>(filters: F) => withoutProblems(filters, dayProblems(filters))
