import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"

type ErrorText = (error: unknown, fallback?: string) => string

/** Return a function that says what went wrong: the server's words if it has any, else ours. */
export function useErrorWords(): ErrorText {
  const { t } = useTranslation()
  return (error, fallback) => {
    if (error instanceof ApiError) {
      if (error.message) return error.message
      if (error.code === "NETWORK") return t("common.offline")
    }
    return fallback ?? t("common.wentWrong")
  }
}

/** The same, with the number of what the server's log has about it, for those who write to us. */
export function useErrorText(): ErrorText {
  const { t } = useTranslation()
  const words = useErrorWords()
  return (error, fallback) => {
    const text = words(error, fallback)
    const reference = error instanceof ApiError ? error.reference : null
    return reference ? t("common.withReference", { text, reference }) : text
  }
}
