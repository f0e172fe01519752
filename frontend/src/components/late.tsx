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
type WindowProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A part of a page whose code is a file of its own: the server renders it, and the browser fetches it when it is shown.
 *
 * Should that fail, the rest of the page stays, and the part says so in its own place with a way to try again. Let
 * `load` fetch the part's texts, too. `waiting` stands in until it is here.
 */
export function late<P extends object>(load: Load<P>, waiting: ReactNode = null): ComponentType<P> {
  const useRetried = retried(load)
  return (props) => {
    const { Part, forget } = useRetried()
    return (
      <ErrorBoundary onReset={forget} resetKeys={[useLocation().key]} FallbackComponent={InPlace}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** The same for what lies over the page: a failure floats above its lower edge and can be put away. */
export function lateWindow<P extends WindowProps>(load: Load<P>): ComponentType<P> {
  const useRetried = retried(load)
  return (props) => {
    const { Part, forget } = useRetried()
    return (
      <ErrorBoundary
        onReset={forget}
        resetKeys={[useLocation().key]}
        fallbackRender={(failure) =>
          props.open && <Floating {...failure} onClose={() => props.onOpenChange(false)} />
        }
      >
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** React keeps a lazy component that could not be fetched as failed: trying again takes another one. */
function retried<P extends object>(load: Load<P>) {
  const create = () => lazy(async () => ({ default: await loadCode(load) }))
  let latest = create()
  return function useRetried() {
    const [Part, setPart] = useState(() => latest)
    const forget = () => {
      // Others that waited for the same fetch try again with the same one.
      if (latest === Part) latest = create()
      setPart(() => latest)
    }
    return { Part: Part as ComponentType<P>, forget }
  }
}

function InPlace({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  return <ErrorState compact error={error} fallback={t("common.partFailed")} onRetry={resetErrorBoundary} />
}

function Floating({ error, resetErrorBoundary, onClose }: FallbackProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  // Beside what is open, which hides the page from screen readers and closes at a press on it.
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
