import { useQuery, useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { Spinner } from "@/components/spinner"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { Pager } from "@/features/admin/shared/pager"
import { readPage } from "@/features/admin/shared/read-page"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useMay } from "@/stores/session"
import { RejectDialog } from "./reject-dialog"
import {
  type ModeratedReview,
  moderationQuery,
  REVIEWS_PAGE_SIZE,
  type ReviewStatus,
  reviewStatuses,
  reviewsKey,
} from "./review-queries"
import { ReviewRow } from "./review-row"
import { useModeration } from "./use-moderation"

const isStatus = (text: string | null): text is ReviewStatus =>
  reviewStatuses.some((status) => status === text)

const addressOf = (status: ReviewStatus, page = 1) => {
  const params = new URLSearchParams()
  if (status !== "pending") params.set("status", status)
  if (page > 1) params.set("page", String(page))
  return `?${params}`
}

/** What buyers wrote, for staff to read and admins to decide about. */
export function Component() {
  const { t } = useTranslation("reviews")
  const [params] = useSearchParams()
  const asked = params.get("status")
  const status = isStatus(asked) ? asked : "pending"
  const page = readPage(params, 10_000)
  const client = useQueryClient()
  const reviews = useQuery(moderationQuery(status, page))
  const renew = () => void client.invalidateQueries({ queryKey: reviewsKey })

  useRefetchingTopic("staff:reviews", renew)
  const problem = {
    title: t("admin.failed"),
    error: reviews.error,
    retrying: reviews.isFetching,
    onRetry: () => void reviews.refetch(),
  }
  const titles: Record<ReviewStatus, string> = {
    pending: t("admin.waiting"),
    published: t("admin.published"),
    rejected: t("admin.rejected"),
  }
  return (
    <>
      <PageHead title={t("admin.title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("admin.title")}</h1>
        <Button variant="secondary" size="sm" busy={reviews.isFetching} onClick={renew}>
          {!reviews.isFetching && <RotateCw aria-hidden="true" className="size-4" />}
          {t("admin.refresh")}
        </Button>
      </div>
      <StatusTabs
        label={t("admin.statuses")}
        tabs={reviewStatuses.map((name) => ({
          name,
          title: titles[name],
          count: reviews.data?.counts[name],
          to: addressOf(name),
          chosen: name === status,
        }))}
      />
      <div className="mt-4 space-y-4">
        {reviews.data && reviews.error && <RenewProblem {...problem} />}
        {reviews.data ? (
          <>
            <Rows
              key={`${status}-${page}`}
              status={status}
              reviews={reviews.data.reviews}
              awaited={reviews.isPlaceholderData}
            />
            <Pager
              page={page}
              totalPages={reviews.data.pagination.totalPages}
              total={reviews.data.pagination.total}
              pageSize={REVIEWS_PAGE_SIZE}
              shown={reviews.data.reviews.length}
              hrefFor={(other) => addressOf(status, other)}
            />
          </>
        ) : reviews.error ? (
          <LoadProblem {...problem} />
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
            <Spinner /> {t("admin.loading")}
          </p>
        )}
      </div>
    </>
  )
}

type RowsProps = { status: ReviewStatus; reviews: readonly ModeratedReview[]; awaited: boolean }

/** The list with its keys: J and K move, P publishes, R rejects, U takes back. They work inside the list only. */
function Rows({ status, reviews, awaited }: RowsProps) {
  const { t } = useTranslation("reviews")
  const mayDecide = useMay("reviews")
  const list = useRef<HTMLUListElement>(null)
  const [rejecting, setRejecting] = useState<ModeratedReview | null>(null)
  const { publish, reject, takeBack, busy } = useModeration()

  const rowAt = (index: number) => list.current?.children[index]?.firstElementChild as HTMLElement | null
  const focus = (index: number) => rowAt(Math.min(Math.max(0, index), reviews.length - 1))?.focus()

  // A decided row goes; its reader goes on with the one that takes its place.
  const placeOf = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed.
  useEffect(() => {
    if (placeOf.current === null) return
    focus(placeOf.current)
    placeOf.current = null
  }, [reviews])

  const leaveFrom = (review: ModeratedReview) => {
    placeOf.current = reviews.indexOf(review)
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const place = reviews.findIndex((_, index) => rowAt(index)?.contains(event.target as Node))
    const review = reviews[place]
    if (!review) return
    const key = event.key.toLowerCase()
    if (key === "j") focus(place + 1)
    else if (key === "k") focus(place - 1)
    else if (key === "p" && mayDecide && review.status !== "published") {
      leaveFrom(review)
      publish(review)
    } else if (key === "r" && mayDecide && review.status !== "rejected") setRejecting(review)
    else if (key === "u" && mayDecide) takeBack()
    else return
    event.preventDefault()
  }

  if (reviews.length === 0) {
    if (status === "pending")
      return <EmptyState title={t("admin.emptyPending")}>{t("admin.emptyPendingText")}</EmptyState>
    return (
      <EmptyState title={status === "published" ? t("admin.emptyPublished") : t("admin.emptyRejected")} />
    )
  }
  return (
    <section aria-label={t("admin.region")} aria-busy={awaited}>
      {mayDecide ? (
        <p className="mb-3 text-ink-soft text-xs max-md:hidden">{t("admin.keys")}</p>
      ) : (
        <div className="mb-4">
          <Notice>{t("admin.readOnly")}</Notice>
        </div>
      )}
      <ul
        ref={list}
        onKeyDown={onKeyDown}
        className={cx(
          "divide-y divide-line rounded-md border border-line bg-paper transition-opacity",
          awaited && "opacity-60",
        )}
      >
        {reviews.map((review) => (
          <li key={review._id}>
            <ReviewRow
              review={review}
              mayDecide={mayDecide}
              busy={busy === review._id}
              onPublish={() => {
                leaveFrom(review)
                publish(review)
              }}
              onReject={() => setRejecting(review)}
            />
          </li>
        ))}
      </ul>
      <RejectDialog
        review={rejecting}
        onClose={() => setRejecting(null)}
        onReject={(review, rejection) => {
          leaveFrom(review)
          reject(review, rejection)
          setRejecting(null)
        }}
      />
    </section>
  )
}
