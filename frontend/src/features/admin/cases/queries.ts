import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"

export type CaseRow = Schemas["CaseRow"]

const CASES_PAGE_SIZE = 20

export const casesKey = ["staff", "cases"] as const

export const casesQuery = (status: "open" | "closed", page: number) =>
  queryOptions({
    queryKey: [...casesKey, status, page],
    queryFn: read("/api/admin/cases", { query: { status, page, limit: CASES_PAGE_SIZE } }),
    ...listQuery,
  })

/** Execute the proposed step of a case. */
export const actOnCase = (id: string) =>
  once(`act:${id}`, (key) =>
    unwrap(
      api.POST("/api/admin/cases/{case_id}/act", {
        params: { path: { case_id: id } },
        headers: { "Idempotency-Key": key },
      }),
    ),
  )

/** Close a case without executing the step, with a reason. */
export const closeCase = (id: string, notes: string) =>
  once(`close:${id}`, (key) =>
    unwrap(
      api.POST("/api/admin/cases/{case_id}/close", {
        params: { path: { case_id: id } },
        headers: { "Idempotency-Key": key },
        body: { notes },
      }),
    ),
  )
