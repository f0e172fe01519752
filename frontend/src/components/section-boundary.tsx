import type { ReactNode } from "react"
import { ErrorBoundary, type FallbackProps } from "react-error-boundary"
import { useLocation } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { ErrorState } from "./error-state"

type SectionBoundaryProps = {
  /** Fallback of a crashed section; by default a notice with a retry button. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * A section of a page whose crash leaves the rest of the page standing. React reports the error on the console.
 * It is rendered again on a press of that button, or on navigation.
 */
export function SectionBoundary({ fallback, children }: SectionBoundaryProps) {
  const resetKeys = [useLocation().key]
  return (
    <ErrorBoundary
      resetKeys={resetKeys}
      fallbackRender={fallback === undefined ? (failure) => <SectionFailed {...failure} /> : () => fallback}
    >
      {children}
    </ErrorBoundary>
  )
}

/** Error of a section that crashed or whose code failed to load, with a retry button. */
export function SectionFailed({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  return <ErrorState compact error={error} fallback={t("common.partFailed")} onRetry={resetErrorBoundary} />
}
