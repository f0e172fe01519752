import { Stars } from "@/components/rating"
import { RatingDistribution } from "@/components/rating-distribution"
import { useTranslation } from "@/i18n"
import type { ReviewSummary } from "./queries"

type SummaryPanelProps = {
  summary: ReviewSummary
  /** The stars that are shown alone; null when all are. */
  stars: number | null
  onStars: (stars: number | null) => void
}

/** The average, and how many gave how many stars; a bar pressed shows only those. */
export function SummaryPanel({ summary, stars, onStars }: SummaryPanelProps) {
  const { t } = useTranslation("reviews")
  return (
    <section>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-4xl tabular-nums">{summary.average.toFixed(1)}</span>
        <span className="text-ink-soft">{t("outOf")}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
        <span aria-hidden="true" className="inline-flex">
          <Stars value={Math.round(summary.average)} />
        </span>
        {t("basedOn", { count: summary.count })}
      </p>
      {summary.sampleCount > 0 && (
        <p className="mt-2 text-ink-soft text-xs">
          {summary.sampleCount === summary.count
            ? t("allSample")
            : t("someSample", { count: summary.sampleCount })}
        </p>
      )}
      <div className="-mx-2 mt-5">
        <RatingDistribution distribution={summary.distribution} chosen={stars} onChoose={onStars} />
      </div>
    </section>
  )
}
