import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { read, type Schemas } from "@/lib/api"

export type CaseRow = Schemas["CaseRow"]

const CASES_PAGE_SIZE = 20

export const casesKey = ["staff", "cases"] as const

export const casesQuery = (status: "open" | "closed", page: number) =>
  queryOptions({
    queryKey: [...casesKey, status, page],
    queryFn: read("/api/admin/cases", { query: { status, page, limit: CASES_PAGE_SIZE } }),
    ...listQuery,
  })
