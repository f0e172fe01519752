import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"

export type AdminUser = Schemas["AdminUser"]
export type AdminUserRow = Schemas["AdminUserRow"]
export type Role = Schemas["Role"]
export type State = "" | "active" | "blocked"

export const roles = [
  "customer",
  "support",
  "orders",
  "catalogue",
  "finance",
  "admin",
] as const satisfies readonly Role[]
const PAGE_SIZE = 20

export type UserFilters = { search: string; role: Role | "staff" | ""; state: State; page: number }

export const usersKey = ["staff", "users"] as const

export const usersQuery = (filters: UserFilters) =>
  queryOptions({
    queryKey: [...usersKey, filters],
    queryFn: ({ signal }) => {
      const query = {
        page: filters.page,
        limit: PAGE_SIZE,
        search: filters.search || undefined,
        role: filters.role || undefined,
        state: filters.state || undefined,
      }
      return unwrap(api.GET("/api/admin/users", { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ["staff", "user", userId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/admin/users/{user_id}", { params: { path: { user_id: userId } }, signal })),
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
