import { pageQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { read } from "@/lib/api"

export const statementsKey = ["staff", "statements"] as const

export const statementsQuery = (page: number) =>
  pageQuery([...statementsKey, "list", page], read("/api/admin/statements", { query: { page } }))

/** The newest open cases from settlement reports. */
export const differencesQuery = pageQuery(
  [...statementsKey, "differences"],
  read("/api/admin/cases", { query: { about: "statement" } }),
)

/** Upload a report. */
export function sendStatement(file: File) {
  const body = new FormData()
  body.append("file", file)
  return sendForMessage("post", "/api/admin/statements", { body })
}
