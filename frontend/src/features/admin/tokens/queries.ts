import { pageQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type ApiToken = Schemas["ApiTokenOut"]

/** The rights that a token may have, by group. */
export const rightsByGroup = {
  orders: ["orders:read", "orders:write", "support"],
  catalogue: ["catalogue", "content", "reviews:read", "reviews"],
  money: ["transactions", "cases", "refunds"],
  reports: ["dashboard", "audit"],
} as const satisfies Record<string, readonly Schemas["Right"][]>

export const tokensKey = ["staff", "tokens"] as const

export const tokensQuery = (page: number) =>
  pageQuery([...tokensKey, page], read("/api/admin/api-tokens", { query: { page } }))
