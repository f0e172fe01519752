import { Check, X } from "lucide-react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { PhotoStrip } from "@/components/photo-strip"
import { Picture } from "@/components/picture"
import { Stars } from "@/components/rating"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import type { ModeratedReview } from "./queries"

type ReviewRowProps = {
  review: ModeratedReview
  mayDecide: boolean
  busy: boolean
  onPublish: () => void
  onReject: () => void
}

/** One review with its full text. */
export function ReviewRow({ review, mayDecide, busy, onPublish, onReject }: ReviewRowProps) {
  const { t, i18n } = useTranslation("reviews")
  const author = review.author || t("buyer")
  const { product } = review
  return (
    <article
      data-row={review._id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the list act on the row that has the focus.
      tabIndex={0}
      aria-label={`${review.title}, ${author}`}
      aria-busy={busy}
      className="grid gap-x-6 gap-y-3 px-4 py-4 text-sm focus-visible:-outline-offset-2 md:grid-cols-[11rem_1fr_auto]"
    >
      <div className="flex gap-3 md:block">
        <Picture picture={product.picture} alt="" sizes="4rem" className="size-14 shrink-0 rounded-sm" />
        <div className="min-w-0">
          <Link
            to={`/products/${product.slug}#reviews`}
            className="inline-flex min-h-6 items-center py-1 underline-offset-4 hover:text-accent hover:underline pointer-coarse:min-h-11"
          >
            {product.title}
          </Link>
          {review.orderId && (
            <p className="text-ink-soft text-xs tabular-nums">{t("admin.order", { id: review.orderId })}</p>
          )}
        </div>
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars value={review.rating} />
          {review.isSample && <Badge tone="warning">{t("sample")}</Badge>}
          <span className="text-ink-soft text-xs" translate={review.author ? "no" : undefined}>
            {author}
          </span>
        </div>
        <h2 lang={review.language} className="mt-1 font-medium font-text text-base tracking-normal">
          {review.title}
        </h2>
        <p lang={review.language} className="mt-0.5 max-w-3xl whitespace-pre-line wrap-anywhere">
          {review.text}
        </p>
        {review.photos.length > 0 && (
          <div className="mt-3">
            <PhotoStrip
              size="sm"
              photos={review.photos}
              title={t("photosBy", { author })}
              nameOf={(number) => t("openPhoto", { number, author })}
            />
          </div>
        )}
        {review.reason && (
          <p className="mt-2 wrap-anywhere text-ink-soft">
            {t("admin.reasonGiven", { reason: t(`reasons.${review.reason}`) })} {review.note}
          </p>
        )}
        <p className="mt-2 text-ink-soft text-xs tabular-nums">
          {t("admin.sentAt", { time: formatStaffDateTime(review.editedAt, i18n.language) })}
          {review.moderatedAt &&
            ` · ${t("admin.decidedAt", { time: formatStaffDateTime(review.moderatedAt, i18n.language) })}`}
        </p>
      </div>
      {mayDecide && (
        <div className="flex gap-2 md:flex-col">
          {review.status !== "published" && (
            <Button size="sm" busy={busy} onClick={onPublish} className="pointer-coarse:min-h-11">
              {!busy && <Check aria-hidden="true" className="size-4" />}
              {t("admin.publish")}
            </Button>
          )}
          {review.status !== "rejected" && (
            <Button
              size="sm"
              variant="secondary"
              disabled={busy}
              onClick={onReject}
              className="pointer-coarse:min-h-11"
            >
              <X aria-hidden="true" className="size-4" />
              {t("admin.reject")}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
