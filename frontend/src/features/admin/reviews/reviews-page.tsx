import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Notice } from "@/components/notice"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { type Decision, type ModeratedReview, moderationQuery, reviewStatuses, reviewsKey } from "./queries"
import { RejectDialog } from "./reject-dialog"
import { ReviewRow } from "./review-row"
import { useModeration } from "./use-moderation"

const moderation = listFilters(
  z.object({ status: oneOf(reviewStatuses, "pending"), page: pageNumber(10_000) }),
)

/** Moderation of reviews: staff read, admins decide. */
export function Component() {
  const { t } = useTranslation("reviews")
  const { filters } = useListFilters(moderation)
  const { status, page } = filters
  const { query, renew } = useListQuery(moderationQuery(status, page), reviewsKey, "staff:reviews")
  const { reviews = [], counts, pagination } = query.data ?? {}
  const empty = {
    pending: { title: t("admin.emptyPending"), text: t("admin.emptyPendingText") },
    published: { title: t("admin.emptyPublished") },
    rejected: { title: t("admin.emptyRejected") },
  }
  return (
    <ListPage
      title={t("admin.title")}
      list={moderation}
      query={query}
      renew={renew}
      loading={t("admin.loading")}
      failed={t("admin.failed")}
      tabs={{
        label: t("admin.statuses"),
        names: reviewStatuses,
        title: (name) => t(name === "pending" ? "admin.waiting" : `admin.${name}`),
        count: (name) => counts?.[name],
      }}
      region={t("admin.region")}
      shown={reviews.length}
      empty={empty[status]}
      pagination={pagination}
    >
      {(frame) => (
        <Rows key={`${status}-${page}`} reviews={reviews} frame={(rows) => frame(rows, reviews.length)} />
      )}
    </ListPage>
  )
}

type RowsProps = { reviews: readonly ModeratedReview[]; frame: (rows: ReactNode) => ReactNode }

/** The list with keys of its own, while it has the focus: P publishes, R rejects, U undoes. */
function Rows({ reviews, frame }: RowsProps) {
  const { t } = useTranslation("reviews")
  const mayDecide = useMay("reviews")
  const list = useRef<HTMLUListElement>(null)
  const [rejecting, setRejecting] = useState<ModeratedReview | null>(null)
  const moderation = useModeration()

  // A decided row disappears; the focus moves to the row that takes its place.
  const placeOf = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed.
  useEffect(() => {
    if (placeOf.current === null) return
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []
    rows[Math.min(placeOf.current, rows.length - 1)]?.focus()
    placeOf.current = null
  }, [reviews])

  function decide(review: ModeratedReview, decision: Decision) {
    placeOf.current = reviews.indexOf(review)
    moderation.mutate({ review, decision })
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (!mayDecide || event.altKey || event.metaKey || event.ctrlKey) return
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row
    const review = reviews.find(({ _id }) => _id === id)
    if (!review) return
    const key = event.key.toLowerCase()
    if (key === "p" && review.status !== "published") decide(review, { verb: "publish" })
    else if (key === "r" && review.status !== "rejected") setRejecting(review)
    else if (key === "u") moderation.undoLast()
    else return
    event.preventDefault()
  }

  return (
    <>
      {reviews.length > 0 &&
        (mayDecide ? (
          <p className="mb-3 text-ink-soft text-xs max-md:hidden">{t("admin.keys")}</p>
        ) : (
          <div className="mb-4">
            <Notice>{t("admin.readOnly")}</Notice>
          </div>
        ))}
      {frame(
        <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line">
          {reviews.map((review) => (
            <li key={review._id}>
              <ReviewRow
                review={review}
                mayDecide={mayDecide}
                busy={moderation.isPending && moderation.variables.review._id === review._id}
                onPublish={() => decide(review, { verb: "publish" })}
                onReject={() => setRejecting(review)}
              />
            </li>
          ))}
        </ul>,
      )}
      <RejectDialog
        review={rejecting}
        onClose={() => setRejecting(null)}
        onReject={(rejection) => rejecting && decide(rejecting, { verb: "reject", ...rejection })}
      />
    </>
  )
}
