import { freshQuery } from "@/features/admin/shared/query-options"
import { api, read, type Schemas } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"

export type DisputeRow = Schemas["DisputeRow"]
export type DisputeDetail = Schemas["DisputeDetail"]
export type DisputeStatus = Schemas["DisputeStatus"]
export type Step = Schemas["DisputeStepIn"]["step"]

export const disputesKey = ["staff", "disputes"] as const

export const disputeQuery = (disputeId: string) =>
  freshQuery(
    [...disputesKey, "one", disputeId],
    read("/api/admin/disputes/{dispute_id}", { path: { dispute_id: disputeId } }, "dispute"),
  )

/** Save the evidence by an API call: a plain link carries no access token. */
export const saveEvidence = (disputeId: string) =>
  saveResponse(
    api.POST("/api/admin/disputes/{dispute_id}/evidence.pdf", {
      params: { path: { dispute_id: disputeId } },
      parseAs: "blob",
    }),
    `evidence-${disputeId}.pdf`,
  )
