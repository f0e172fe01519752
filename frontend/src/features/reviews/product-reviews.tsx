import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageButtons } from "@/components/page-buttons"
import { Select } from "@/components/select"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { retryOf } from "@/lib/retry-of"
import { MyReviewPanel } from "./my-review-panel"
import { type ProductRating, reviewsQuery } from "./queries"
import { noFilters, type ReviewFilters, sorts, useReviewFilters } from "./review-filters"
import { ReviewItem } from "./review-item"
import { SummaryPanel } from "./summary-panel"

type ProductReviewsProps = {
  slug: string
  title: string
  /** As the product has it now; a change fetches the reviews anew. */
  rating: ProductRating
}

/** The reviews of a product with their summary, and the reader's own review. */
export function ProductReviews({ slug, title, rating }: ProductReviewsProps) {
  const { t } = useTranslation("reviews")
  const { filters, change } = useReviewFilters()
  const reviews = useQuery(reviewsQuery(slug, filters, rating))
  const list = useRef<HTMLHeadingElement>(null)

  if (reviews.isPending) return <ReviewsSkeleton />
  if (!reviews.data) {
    return <ErrorState compact fallback={t("failed")} {...retryOf(reviews)} />
  }
  const { summary, pagination } = reviews.data

  function turnTo(page: number) {
    change({ page })
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: "start" })
  }

  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[20rem_1fr]">
      <div className="space-y-10 lg:sticky lg:top-28 lg:self-start">
        {summary.count > 0 && (
          <SummaryPanel summary={summary} stars={filters.stars} onStars={(stars) => change({ stars })} />
        )}
        <MyReviewPanel slug={slug} title={title} />
      </div>
      {summary.count === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState>
      ) : (
        <section aria-busy={reviews.isPlaceholderData} className="min-w-0">
          <h2 ref={list} tabIndex={-1} className="scroll-mt-28 text-xl outline-hidden">
            {t("list")}
          </h2>
          <Choices filters={filters} photos={summary.withPhotos} onChange={change} />
          <p role="status" className="sr-only">
            {!reviews.isPlaceholderData && t("found", { count: pagination.total })}
          </p>
          {reviews.data.reviews.length === 0 ? (
            <NoneMatch onShowAll={() => change(noFilters)} />
          ) : (
            <ul className={cx("transition-opacity", reviews.isPlaceholderData && "opacity-60")}>
              {reviews.data.reviews.map((review) => (
                <li key={review._id} className="border-line border-b last:border-b-0">
                  <ReviewItem review={review} />
                </li>
              ))}
            </ul>
          )}
          {/* Buttons and not links: the list changes inside the page, which stays where it is. */}
          <PageButtons
            page={pagination.page}
            totalPages={pagination.totalPages}
            onTurn={turnTo}
            previous={t("previous")}
            next={t("next")}
            label={t("pages")}
            variant="secondary"
            className="mt-6 items-center justify-between gap-4"
          >
            <span className="text-ink-soft text-sm tabular-nums">
              {t("pageOf", { page: pagination.page, total: pagination.totalPages })}
            </span>
          </PageButtons>
        </section>
      )}
    </div>
  )
}

function NoneMatch({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation("reviews")
  return (
    <div className="py-12 text-center">
      <p className="text-ink-soft">{t("noneMatch")}</p>
      <Button variant="secondary" className="mt-5" onClick={onShowAll}>
        {t("showAll")}
      </Button>
    </div>
  )
}

type ChoicesProps = {
  filters: ReviewFilters
  /** Number of reviews with photos. */
  photos: number
  onChange: (changed: Partial<ReviewFilters>) => void
}

function Choices({ filters, photos, onChange }: ChoicesProps) {
  const { t } = useTranslation("reviews")
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-line border-b pb-5">
      <button
        type="button"
        aria-pressed={filters.withPhotos}
        disabled={photos === 0 && !filters.withPhotos}
        onClick={() => onChange({ withPhotos: !filters.withPhotos })}
        className="min-h-11 rounded-full border border-line-strong px-4 text-sm transition-colors hover:border-accent hover:text-accent disabled:border-line disabled:text-ink-faint aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
      >
        {t("withPhotos", { count: photos })}
      </button>
      <Select
        label={t("sort")}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
        options={sorts.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
      />
    </div>
  )
}

function ReviewsSkeleton() {
  const { t } = useTranslation("reviews")
  return (
    <div aria-busy="true" className="grid gap-x-16 gap-y-12 lg:grid-cols-[20rem_1fr]">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div className="space-y-4">
        <Skeleton className="h-14 w-32" />
        <Skeleton className="h-36 w-full" />
      </div>
      <div className="space-y-6">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </div>
  )
}
