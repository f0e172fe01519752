import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { sendForMessage } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"

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
export function sendStatement(file: File) {
  const body = new FormData()
  body.append("file", file)
  return sendForMessage("post", "/api/admin/statements", { body })
}
