import { type Translate, useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"

type ErrorText = (error: unknown, fallback?: string) => string

/**
 * Return a function that turns an error into a sentence. A refusal has the server's own message; a failure that any call
 * may have is worded as what was tried, then why.
 */
export function useErrorSentence(): ErrorText {
  const { t } = useTranslation()
  return (error, fallback) => errorSentence(t, error, fallback)
}

/** The same, with the reference number of the server's log entry, to quote to support. */
export function useErrorText(): ErrorText {
  const { t } = useTranslation()
  return (error, fallback) => {
    const text = errorSentence(t, error, fallback)
    const reference = error instanceof ApiError ? error.reference : null
    return reference ? t("common.withReference", { text, reference }) : text
  }
}

function errorSentence(t: Translate, error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? t("common.wentWrong")
  const reason = error.code === "NETWORK" || error.code === "TIMEOUT" ? t("common.offline") : error.message
  if (!fallback) return reason || t("common.wentWrong")
  const isRefusal = error.status > 0 && error.status < 500
  if (isRefusal) return reason || fallback
  // INTERNAL says no more than that it failed.
  if (!reason || error.code === "INTERNAL") return fallback
  return t("common.withReason", { text: fallback.replace(/[.।]$/, ""), reason })
}
