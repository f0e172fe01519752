import { pageQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type ClaimRow = Schemas["ClaimRow"]

export const claimsKey = ["staff", "claims"] as const

export const claimsQuery = (status: Schemas["ClaimStatus"] | undefined, page: number) =>
  pageQuery([...claimsKey, status, page], read("/api/admin/claims", { query: { status, page } }))

/** The claims of one order; its version counts every change of them. */
export const claimsOfOrderQuery = (orderId: string, version: number) =>
  pageQuery(
    [...claimsKey, "order", orderId, version],
    read("/api/admin/claims", { query: { orderId, limit: 50 } }, "claims"),
  )
