import { X } from "lucide-react"
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react"
import { createPortal } from "react-dom"
import { ErrorBoundary, type FallbackProps } from "react-error-boundary"
import { useLocation } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { loadCode } from "@/lib/load-code"
import { Button, IconButton } from "./button"
import { ErrorState } from "./error-state"

type Load<P> = () => Promise<ComponentType<P>>
type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * Split a section of a page into a chunk of its own: rendered by the server, lazily loaded in the browser.
 *
 * A failed load leaves the rest of the page alone: the section shows an error with a retry button in its place. `load`
 * must fetch the section's texts, too. `placeholder` is shown while loading.
 */
export function lazySection<P extends object>(
  load: Load<P>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const useRetryableLazy = createRetryableLazy(load)
  return (props) => {
    const { Component, reset } = useRetryableLazy()
    return (
      <ErrorBoundary onReset={reset} resetKeys={[useLocation().key]} FallbackComponent={InlineError}>
        <Suspense fallback={placeholder}>
          <Component {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** The same for a dialog or drawer: a failed load shows a dismissible error with a retry button over the page. */
export function lazyDialog<P extends DialogProps>(load: Load<P>): ComponentType<P> {
  const useRetryableLazy = createRetryableLazy(load)
  return (props) => {
    const { Component, reset } = useRetryableLazy()
    return (
      <ErrorBoundary
        onReset={reset}
        resetKeys={[useLocation().key]}
        fallbackRender={(failure) =>
          props.open && <FloatingError {...failure} onClose={() => props.onOpenChange(false)} />
        }
      >
        <Suspense fallback={null}>
          <Component {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** React caches the failure of a lazy component: every retry creates a new one. */
function createRetryableLazy<P extends object>(load: Load<P>) {
  const create = () => lazy(async () => ({ default: await loadCode(load) }))
  let latest = create()
  return function useRetryableLazy() {
    const [Component, setComponent] = useState(() => latest)
    const reset = () => {
      // Single flight: components that failed on the same fetch share its retry.
      if (latest === Component) latest = create()
      setComponent(() => latest)
    }
    return { Component: Component as ComponentType<P>, reset }
  }
}

function InlineError({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  return <ErrorState compact error={error} fallback={t("common.partFailed")} onRetry={resetErrorBoundary} />
}

function FloatingError({ error, resetErrorBoundary, onClose }: FallbackProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  // A portal, as the open dialog hides the page from screen readers and closes on a press outside.
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-lg items-center gap-3 rounded-md border border-line bg-paper py-2 pr-1.5 pl-5 shadow-float"
    >
      <p className="flex-1 text-sm">{errorText(error, t("common.partFailed"))}</p>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={resetErrorBoundary}>
        {t("common.tryAgain")}
      </Button>
      <IconButton label={t("common.close")} onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>,
    document.body,
  )
}
