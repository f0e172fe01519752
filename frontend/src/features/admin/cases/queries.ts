import type { Schemas } from "@/lib/api"

export type CaseRow = Schemas["CaseRow"]

export const casesKey = ["staff", "cases"] as const
