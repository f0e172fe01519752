import { useTranslation } from "@/i18n"
import { useErrorSentence } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { cx } from "@/lib/cx"
import { Button } from "./button"

type ErrorStateProps = {
  error: unknown
  onRetry: () => void
  /** Error text when the error has none. */
  fallback?: string
  retrying?: boolean
  /** In a block of a page rather than in place of it. */
  compact?: boolean
}

/** Error of a failed load, with a retry button and the request id for support. */
export function ErrorState({ error, onRetry, fallback, retrying, compact }: ErrorStateProps) {
  const { t } = useTranslation()
  const text = useErrorSentence()(error, fallback)
  const reference = error instanceof ApiError ? error.reference : null
  return (
    <div
      role="alert"
      className={cx(
        "mx-auto flex max-w-xl flex-col items-center px-4 text-center",
        compact ? "py-8" : "py-16",
      )}
    >
      <p className={compact ? "text-base" : "font-display text-xl"}>{text}</p>
      {reference && (
        <p className="mt-2 text-ink-soft text-sm">
          {t("common.reference")}{" "}
          <span className="select-all font-medium text-ink" translate="no">
            {reference}
          </span>
        </p>
      )}
      <Button variant="secondary" size="sm" className="mt-5" busy={retrying} onClick={onRetry}>
        {t("common.tryAgain")}
      </Button>
    </div>
  )
}
