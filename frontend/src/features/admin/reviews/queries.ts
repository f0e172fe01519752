import { pageQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"

export type ModeratedReview = Schemas["ModeratedReview"]
type ReviewStatus = ModeratedReview["status"]

export const reviewStatuses = ["pending", "published", "rejected"] as const satisfies readonly ReviewStatus[]
const REVIEWS_PAGE_SIZE = 25

export const reviewsKey = ["staff", "reviews"] as const

export const moderationQuery = (status: ReviewStatus, page: number) =>
  pageQuery(
    [...reviewsKey, status, page],
    read("/api/admin/reviews", { query: { status, page, limit: REVIEWS_PAGE_SIZE } }),
  )

export type RejectionReason = Schemas["RejectionReason"]

export type Rejection = { reason: RejectionReason; note: string }

export type Decision = { verb: "publish" | "reopen" } | ({ verb: "reject" } & Rejection)

/** Decide about a review in the version that was read (optimistic lock). */
export async function decide({ _id, version }: ModeratedReview, decision: Decision) {
  const path = { review_id: _id }
  if (decision.verb !== "reject") {
    return send("post", `/api/admin/reviews/{review_id}/${decision.verb}`, { path, body: { version } })
  }
  const { reason, note } = decision
  return send("post", "/api/admin/reviews/{review_id}/reject", { path, body: { version, reason, note } })
}
