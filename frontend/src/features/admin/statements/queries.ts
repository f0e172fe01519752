import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { sendForMessage } from "@/features/admin/shared/send"
import { read } from "@/lib/api"

export const statementsKey = ["staff", "statements"] as const

export const statementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...statementsKey, "list", page],
    queryFn: read("/api/admin/statements", { query: { page } }),
    ...listQuery,
  })

/** The newest open cases from settlement reports. */
export const differencesQuery = queryOptions({
  queryKey: [...statementsKey, "differences"],
  queryFn: read("/api/admin/cases", { query: { about: "statement" } }),
  ...listQuery,
})

/** Upload a report. */
export function sendStatement(file: File) {
  const body = new FormData()
  body.append("file", file)
  return sendForMessage("post", "/api/admin/statements", { body })
}
