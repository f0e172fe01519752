import { Star } from "lucide-react"
import { useTranslation } from "react-i18next"

type RatingProps = {
  rating: { average: number; count: number }
  /** Say that there are no reviews yet instead of showing nothing. */
  sayNone?: boolean
}

/** The average of the published reviews; a product without any has no rating, not a rating of 0. */
export function Rating({ rating, sayNone }: RatingProps) {
  const { t } = useTranslation()
  if (rating.count === 0) {
    return sayNone ? <span className="text-ink-soft text-xs">{t("common.noReviews")}</span> : null
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <Star aria-hidden="true" className="size-4 fill-gold text-gold" />
      <span className="sr-only">
        {t("common.rating", { average: rating.average.toFixed(1), count: rating.count })}
      </span>
      <span aria-hidden="true">
        {rating.average.toFixed(1)} <span className="text-ink-soft">({rating.count})</span>
      </span>
    </span>
  )
}
