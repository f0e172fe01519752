import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"

export type CaseRow = Schemas["CaseRow"]
export type CaseStatus = "open" | "closed"

const CASES_PAGE_SIZE = 20

export const casesKey = ["staff", "cases"] as const

export const casesQuery = (status: CaseStatus, page: number) =>
  queryOptions({
    queryKey: [...casesKey, status, page],
    queryFn: read("/api/admin/cases", { query: { status, page, limit: CASES_PAGE_SIZE } }),
    ...listQuery,
  })

/** Execute the proposed step of a case. */
export async function actOnCase(id: string): Promise<CaseRow> {
  const params = { path: { case_id: id } }
  const send = (key: string) =>
    unwrap(api.POST("/api/admin/cases/{case_id}/act", { params, headers: { "Idempotency-Key": key } }))
  return (await once(`act:${id}`, send)).case
}

/** Close a case without executing the step, with a reason. */
export async function closeCase(id: string, notes: string): Promise<CaseRow> {
  const params = { path: { case_id: id } }
  const send = (key: string) =>
    unwrap(
      api.POST("/api/admin/cases/{case_id}/close", {
        params,
        headers: { "Idempotency-Key": key },
        body: { notes },
      }),
    )
  return (await once(`close:${id}`, send)).case
}
