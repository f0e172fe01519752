import { keepPreviousData } from "@tanstack/react-query"
import { freshQuery, liveQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type Dashboard = Schemas["Dashboard"]

/** Days the chart can show; the live topic carries 30. */
export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]
export const LIVE_PERIOD: Period = 30

export const firstStepsQuery = freshQuery(["staff", "first-steps"], read("/api/admin/first-steps"))

/** Keys begin with "staff": the session removes those queries when somebody else logs in. */
export const dashboardQuery = (period: Period) => ({
  ...liveQuery(["staff", "dashboard", period], read("/api/admin/dashboard", { query: { period } })),
  placeholderData: keepPreviousData,
})
