import { useRef } from "react"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { useAction } from "@/lib/use-action"
import { type Decision, decide, type ModeratedReview, type Rejection, reviewsKey } from "./queries"

/** A decision, or the undo of one. */
type Step = { review: ModeratedReview; decision: Decision; undoes?: true }

/** The decision that restores a review's former status. */
const backTo = ({ status, reason, note }: ModeratedReview): Decision => {
  if (status === "published") return { verb: "publish" }
  return status === "rejected" && reason ? { verb: "reject", reason, note } : { verb: "reopen" }
}

/** Publish and reject reviews, each with undo in its toast. */
export function useModeration() {
  const { t } = useTranslation("reviews")
  /** Undo of the last decision. */
  const undo = useRef<Step | null>(null)

  const moderation = useAction({
    act: ({ review, decision }: Step) => decide(review, decision),
    onDone: ({ review: decided }, { review, decision, undoes }) => {
      const { title } = decided
      if (undoes) {
        undo.current = null
        toast.info(t("admin.undone", { title }))
        return
      }
      const back: Step = { review: decided, decision: backTo(review), undoes: true }
      undo.current = back
      toast.success(
        decision.verb === "publish"
          ? t("admin.donePublished", { title })
          : t("admin.doneRejected", { title }),
        { label: t("admin.undo"), onClick: () => moderation.mutate(back) },
      )
    },
    renews: [reviewsKey],
    failed: "",
  })

  return {
    publish: (review: ModeratedReview) => moderation.mutate({ review, decision: { verb: "publish" } }),
    reject: (review: ModeratedReview, rejection: Rejection) =>
      moderation.mutate({ review, decision: { verb: "reject", ...rejection } }),
    takeBack: () => {
      if (undo.current) moderation.mutate(undo.current)
    },
    /** The id of the review that is being decided. */
    busy: moderation.isPending ? moderation.variables.review._id : null,
  }
}
