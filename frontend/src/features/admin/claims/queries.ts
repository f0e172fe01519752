import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { read, type Schemas } from "@/lib/api"

export type ClaimRow = Schemas["ClaimRow"]

export const claimsKey = ["staff", "claims"] as const

export const claimsQuery = (status: Schemas["ClaimStatus"] | undefined, page: number) =>
  queryOptions({
    queryKey: [...claimsKey, status, page],
    queryFn: read("/api/admin/claims", { query: { status, page } }),
    ...listQuery,
  })

/** The claims of one order; its version counts every change of them. */
export const claimsOfOrderQuery = (orderId: string, version: number) =>
  queryOptions({
    queryKey: [...claimsKey, "order", orderId, version],
    queryFn: read("/api/admin/claims", { query: { orderId, limit: 50 } }, "claims"),
    ...listQuery,
  })
