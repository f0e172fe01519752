import { Star } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type RatingDistributionProps = {
  /** Number of reviews with 1 to 5 stars. */
  distribution: Readonly<Record<string, number>>
  /** The row that is chosen as a filter. */
  chosen: number | null
  /** A press on a row: its stars, or null when it was chosen already. */
  onChoose: (stars: number | null) => void
}

/** The number of reviews for each number of stars, as bars; each bar is a filter. */
export function RatingDistribution({ distribution, chosen, onChoose }: RatingDistributionProps) {
  const { t } = useTranslation()
  const total = Object.values(distribution).reduce((sum, count) => sum + count, 0)
  return (
    <ul aria-label={t("common.distribution")} className="space-y-0.5">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = distribution[stars] ?? 0
        return (
          <li key={stars}>
            <button
              type="button"
              aria-label={t("common.starsRow", { stars, count })}
              aria-pressed={chosen === stars}
              disabled={count === 0 && chosen !== stars}
              onClick={() => onChoose(chosen === stars ? null : stars)}
              className={cx(
                "flex min-h-9 w-full items-center gap-3 rounded-sm px-2 text-sm transition-colors enabled:hover:bg-accent-wash disabled:opacity-60 pointer-coarse:min-h-11",
                chosen === stars && "bg-accent-wash text-accent",
              )}
            >
              <span aria-hidden="true" className="inline-flex w-8 items-center gap-1 tabular-nums">
                {stars}
                <Star className="size-3.5 fill-gold text-gold" />
              </span>
              <progress
                aria-hidden="true"
                value={count}
                max={Math.max(1, total)}
                className="bar min-w-0 flex-1"
              />
              <span aria-hidden="true" className="w-8 text-right text-ink-soft tabular-nums">
                {count}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
