import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"

/** Return a function that says what went wrong: the server's words if it has any, else ours. */
export function useErrorText(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation()
  return (error, fallback) => {
    if (error instanceof ApiError) {
      if (error.message) return error.message
      if (error.code === "NETWORK") return t("common.offline")
    }
    return fallback ?? t("common.wentWrong")
  }
}
