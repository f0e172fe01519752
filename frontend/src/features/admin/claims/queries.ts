import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"

export type ClaimRow = Schemas["ClaimRow"]
export type ClaimStatus = Schemas["ClaimStatus"]

const CLAIMS_PAGE_SIZE = 20

export const claimsKey = ["staff", "claims"] as const

export const claimsQuery = (status: ClaimStatus | null, page: number) =>
  queryOptions({
    queryKey: [...claimsKey, status, page],
    queryFn: read("/api/admin/claims", {
      query: { status: status ?? undefined, page, limit: CLAIMS_PAGE_SIZE },
    }),
    ...listQuery,
  })

/** The claims of one order; its version counts every change of them. */
export const claimsOfOrderQuery = (orderId: string, version: number) =>
  queryOptions({
    queryKey: [...claimsKey, "order", orderId, version],
    queryFn: read("/api/admin/claims", { query: { orderId, limit: 50 } }, "claims"),
    ...listQuery,
  })

export type Decision = Schemas["ClaimDecisionIn"]

/** Approve or decline a claim. */
export async function decideClaim(claimId: string, body: Decision): Promise<ClaimRow> {
  const params = { path: { claim_id: claimId } }
  const send = (key: string) =>
    unwrap(
      api.POST("/api/admin/claims/{claim_id}/decide", { params, headers: { "Idempotency-Key": key }, body }),
    )
  return (await once(`claim:${claimId}:${body.decision}`, send)).claim
}

/** Note that the transfer of an approved claim was made. */
export const payClaim = (claimId: string, bankReference: string) =>
  once(`claim:${claimId}:paid`, (key) =>
    unwrap(
      api.POST("/api/admin/claims/{claim_id}/paid", {
        params: { path: { claim_id: claimId } },
        headers: { "Idempotency-Key": key },
        body: { bankReference },
      }),
    ),
  )
