import { queryOptions } from "@tanstack/react-query"
import { apiFilters, listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
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
  queryOptions({
    queryKey: [...usersKey, filters],
    queryFn: read("/api/admin/users", { query: { ...apiFilters(filters), limit: PAGE_SIZE } }),
    ...listQuery,
  })

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ["staff", "user", userId],
    queryFn: read("/api/admin/users/{user_id}", { path: { user_id: userId } }),
    staleTime: 0,
  })

/** What an admin does to an account. */
export type Change =
  | { verb: "role"; role: Role }
  | { verb: "email"; email: string }
  | { verb: "block"; note: string }
  | { verb: "unblock" }
  | { verb: "confirm" }
  | { verb: "reset"; note: string }

export function changeUser(userId: string, change: Change) {
  const params = { path: { user_id: userId } }
  if (change.verb === "role") {
    return unwrap(
      api.PUT("/api/admin/users/{user_id}/role", { params, body: { role: change.role, note: "" } }),
    )
  }
  if (change.verb === "email") {
    return unwrap(
      api.PUT("/api/admin/users/{user_id}/email", { params, body: { email: change.email, note: "" } }),
    )
  }
  if (change.verb === "block") {
    return unwrap(api.POST("/api/admin/users/{user_id}/block", { params, body: { note: change.note } }))
  }
  if (change.verb === "reset") {
    return unwrap(
      api.POST("/api/admin/users/{user_id}/reset-second-factor", { params, body: { note: change.note } }),
    )
  }
  if (change.verb === "confirm") {
    return unwrap(api.POST("/api/admin/users/{user_id}/confirm", { params }))
  }
  return unwrap(api.POST("/api/admin/users/{user_id}/unblock", { params, body: { note: "" } }))
}
