import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { type Decision, decide, type ModeratedReview, reviewsKey } from "./queries"

type Step = { review: ModeratedReview; decision: Decision }

/** The decision that restores a review's former status. */
const backTo = ({ status, reason, note }: ModeratedReview): Decision => {
  if (status === "published") return { verb: "publish" }
  return status === "rejected" && reason ? { verb: "reject", reason, note } : { verb: "reopen" }
}

/** Publish or reject a review, with undo. */
export function useModeration() {
  const { t } = useTranslation("reviews")
  return useAction({
    act: ({ review, decision }: Step) => decide(review, decision),
    done: (_, { review: { title }, decision: { verb } }) =>
      verb === "publish" ? t("admin.donePublished", { title }) : t("admin.doneRejected", { title }),
    undo: ({ review: decided }, { review }) => {
      const message = t("admin.undone", { title: review.title })
      return () => decide(decided, backTo(review)).then(() => ({ message }))
    },
    renews: [reviewsKey],
    failed: "",
  })
}
