import { X } from "lucide-react"
import { useEffect } from "react"
import { useTranslation } from "@/i18n"
import { useNow } from "@/lib/clock"
import { useRateLimit } from "@/stores/rate-limit"

/** Banner with a countdown until the rate limit ends; disappears then, or when dismissed. */
export function RateLimitBanner() {
  const { t } = useTranslation("shell")
  const { timestamp, retryAfter, dismiss } = useRateLimit()
  const now = useNow(1000, timestamp !== null)
  const until = timestamp === null ? 0 : timestamp + retryAfter * 1000
  const left = Math.min(retryAfter, Math.ceil((until - now) / 1000))

  useEffect(() => {
    if (timestamp !== null && left <= 0) dismiss()
  }, [timestamp, left, dismiss])

  if (timestamp === null || left <= 0) return null
  const minutes = t("minutes", { count: Math.floor(left / 60) })
  const seconds = t("seconds", { count: left % 60 })
  const time = left < 60 ? seconds : left % 60 === 0 ? minutes : t("minutesSeconds", { minutes, seconds })
  return (
    <div className="bg-danger text-white print:hidden">
      <div className="page flex items-center gap-4 py-1.5">
        {/* Announced once: a countdown read out each second would drown everything else. */}
        <p className="flex-1 text-sm" aria-hidden="true">
          {t("rateLimited", { time })}
        </p>
        <p className="sr-only" role="alert" key={timestamp}>
          {t("rateLimited", { time: t("seconds", { count: retryAfter }) })}
        </p>
        <button
          type="button"
          onClick={dismiss}
          aria-label={t("dismiss")}
          className="inline-flex size-11 shrink-0 items-center justify-center focus-visible:outline-white"
        >
          <X className="size-5" />
        </button>
      </div>
    </div>
  )
}
