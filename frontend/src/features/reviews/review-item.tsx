import { BadgeCheck } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { PhotoStrip } from "@/components/photo-strip"
import { Stars } from "@/components/rating"
import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import type { Review } from "./queries"

/** A text longer than this is folded. */
const LONG = 600

export function ReviewItem({ review }: { review: Review }) {
  const { t, i18n } = useTranslation("reviews")
  const author = review.author || t("buyer")
  return (
    <article className="py-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Stars value={review.rating} />
        {review.isSample ? (
          <Badge tone="warning">
            <span title={t("sampleHint")}>{t("sample")}</span>
          </Badge>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-sm text-success">
            <BadgeCheck className="size-4" />
            {t("verified")}
          </span>
        )}
      </div>
      <h3 lang={review.language} className="mt-2.5 text-lg">
        {review.title}
      </h3>
      <p className="text-ink-soft text-sm">
        <span translate={review.author ? "no" : undefined}>{author}</span> ·{" "}
        <time dateTime={review.createdAt}>{formatDate(review.createdAt, i18n.language)}</time>
        {review.language !== i18n.language && <> · {writtenIn(review.language)}</>}
      </p>
      <ReviewText text={review.text} language={review.language} />
      <div className="mt-4">
        <PhotoStrip
          photos={review.photos}
          title={t("photosBy", { author })}
          nameOf={(number) => t("openPhoto", { number, author })}
        />
      </div>
    </article>
  )

  function writtenIn(language: string) {
    return language === "hi" ? t("writtenIn.hi") : t("writtenIn.en")
  }
}

/** Plain text: whatever looks like markup was typed so. */
function ReviewText({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation("reviews")
  const [open, setOpen] = useState(false)
  const long = text.length > LONG
  return (
    <>
      <p
        lang={language}
        className={`mt-3 max-w-2xl whitespace-pre-line wrap-anywhere ${long && !open ? "line-clamp-6" : ""}`}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-11 text-accent text-sm underline underline-offset-4"
        >
          {open ? t("less") : t("more")}
        </button>
      )}
    </>
  )
}
