import { Star } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type RatingProps = { rating: { average: number; count: number } }

/** The average of the published reviews; a product without any has no rating, not a rating of 0. */
export function Rating({ rating }: RatingProps) {
  const { t } = useTranslation()
  if (rating.count === 0) return null
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm tabular-nums">
      <Star className="size-4 fill-gold text-gold" />
      <span className="sr-only">
        {t("common.rating", { average: rating.average.toFixed(1), count: rating.count })}
      </span>
      <span aria-hidden="true">
        {rating.average.toFixed(1)} <span className="text-ink-soft">({rating.count})</span>
      </span>
    </span>
  )
}

/** One to five stars, as one person gave them. */
export function Stars({ value }: { value: number }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex gap-0.5">
      <span className="sr-only">{t("common.given", { stars: value })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          strokeWidth={1.5}
          className={cx("size-4", star <= value ? "fill-gold text-gold" : "text-line-strong")}
        />
      ))}
    </span>
  )
}
