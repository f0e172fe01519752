import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrapWithMessage } from "@/lib/api"

export type StatementRow = Schemas["StatementRow"]
export type LedgerBalances = Schemas["LedgerBalances"]

export const STATEMENTS_PAGE_SIZE = 20

export const statementsKey = ["staff", "statements"] as const

export const statementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...statementsKey, "list", page],
    queryFn: read("/api/admin/statements", { query: { page, limit: STATEMENTS_PAGE_SIZE } }),
    ...listQuery,
  })

/** Open cases from settlement reports, newest first. */
export const differencesQuery = (page: number) =>
  queryOptions({
    queryKey: [...statementsKey, "differences", page],
    queryFn: read("/api/admin/cases", {
      query: { about: "statement", status: "open", page, limit: STATEMENTS_PAGE_SIZE },
    }),
    ...listQuery,
  })

/** Upload a report. */
export const sendStatement = (file: File) =>
  unwrapWithMessage(
    api.POST("/api/admin/statements", {
      // The generated type has the file as text; the form carries the file itself.
      body: { file: file as unknown as string },
      bodySerializer: () => {
        const form = new FormData()
        form.append("file", file)
        return form
      },
    }),
  )
