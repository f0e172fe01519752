import { type Translate, useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"

type ErrorText = (error: unknown, fallback?: string) => string

/**
 * Return a function that says what went wrong. A refusal has the server's own message; a failure that could meet any
 * call is told as what was tried, then why.
 */
export function useErrorWords(): ErrorText {
  const { t } = useTranslation()
  return (error, fallback) => errorWords(t, error, fallback)
}

/** The same, with the number of what the server's log has about it, for those who write to us. */
export function useErrorText(): ErrorText {
  const { t } = useTranslation()
  return (error, fallback) => {
    const text = errorWords(t, error, fallback)
    const reference = error instanceof ApiError ? error.reference : null
    return reference ? t("common.withReference", { text, reference }) : text
  }
}

function errorWords(t: Translate, error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? t("common.wentWrong")
  const reason = error.code === "NETWORK" ? t("common.offline") : error.message
  if (!fallback) return reason || t("common.wentWrong")
  const isRefusal = error.status > 0 && error.status < 500
  if (isRefusal) return reason || fallback
  // INTERNAL says no more than that it failed.
  if (!reason || error.code === "INTERNAL") return fallback
  return t("common.withReason", { text: fallback.replace(/[.।]$/, ""), reason })
}
