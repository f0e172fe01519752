import { apiFilters, listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { freshQuery, pageQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

export type AdminUser = Schemas["AdminUser"]
export type AdminUserRow = Schemas["AdminUserRow"]
export type Role = Schemas["Role"]

export const roles = [
  "customer",
  "support",
  "orders",
  "catalogue",
  "finance",
  "admin",
] as const satisfies readonly Role[]
const PAGE_SIZE = 20

export const userFilters = listFilters(
  z.object({
    search: text(),
    role: oneOf([...roles, "staff"], ""),
    state: oneOf(["active", "blocked"], ""),
    page: pageNumber(),
  }),
)

export const usersKey = ["staff", "users"] as const

export const usersQuery = (filters: typeof userFilters.none) =>
  pageQuery(
    [...usersKey, filters],
    read("/api/admin/users", { query: { ...apiFilters(filters), limit: PAGE_SIZE } }),
  )

export const userQuery = (userId: string) =>
  freshQuery(["staff", "user", userId], read("/api/admin/users/{user_id}", { path: { user_id: userId } }))

/** A change that an admin makes to an account. */
export type Change =
  | { verb: "role"; role: Role }
  | { verb: "email"; email: string }
  | { verb: "block" | "unblock" | "reset-second-factor"; note: string }
  | { verb: "confirm" }

export function changeUser(userId: string, change: Change) {
  const path = { user_id: userId }
  const note = ""
  switch (change.verb) {
    case "role":
      return send("put", "/api/admin/users/{user_id}/role", { path, body: { role: change.role, note } })
    case "email":
      return send("put", "/api/admin/users/{user_id}/email", { path, body: { email: change.email, note } })
    case "confirm":
      return send("post", "/api/admin/users/{user_id}/confirm", { path })
    default:
      return send("post", `/api/admin/users/{user_id}/${change.verb}`, { path, body: { note: change.note } })
  }
}
