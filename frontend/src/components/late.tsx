import { X } from "lucide-react"
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react"
import { createPortal } from "react-dom"
import { ErrorBoundary, type FallbackProps } from "react-error-boundary"
import { useLocation } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { loadCode } from "@/lib/load-code"
import { pause } from "@/lib/pause"
import { Button, IconButton } from "./button"
import { ErrorState } from "./error-state"

type Load<P> = () => Promise<ComponentType<P>>
type WindowProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A part of a page whose code is fetched when it is first shown.
 *
 * Should that fail, the rest of the page stays, and the part says so in its own place with a way to try again. Let
 * `load` fetch the part's texts, too. `waiting` stands in until it is here.
 */
export function late<P extends object>(load: Load<P>, waiting: ReactNode = null): ComponentType<P> {
  const { Part, forget } = fetched(load, waiting)
  return (props) => (
    <ErrorBoundary onReset={forget} resetKeys={[useLocation().key]} FallbackComponent={InPlace}>
      <Part {...props} />
    </ErrorBoundary>
  )
}

/** The same for what lies over the page: a failure floats above its lower edge and can be put away. */
export function lateWindow<P extends WindowProps>(load: Load<P>): ComponentType<P> {
  const { Part, forget } = fetched(load, null)
  return (props) => (
    <ErrorBoundary
      onReset={forget}
      resetKeys={[useLocation().key]}
      fallbackRender={(failure) =>
        props.open && <Floating {...failure} onClose={() => props.onOpenChange(false)} />
      }
    >
      <Part {...props} />
    </ErrorBoundary>
  )
}

function fetched<P extends object>(load: Load<P>, waiting: ReactNode) {
  let part: Promise<ComponentType<P>> | null = null
  let here: ComponentType<P> | null = null
  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => here)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Loaded) return
      let gone = false
      // The page that waits for it is drawn first.
      part ??= pause().then(() => loadCode(load))
      part.then(
        (component) => {
          here = component
          // Drawn in small slices, whatever else changes on the page meanwhile: a Suspense boundary that is drawn
          // again for something urgent draws what has arrived as urgently, in one piece.
          if (!gone) startTransition(() => setLoaded(() => component))
        },
        (error: unknown) => {
          if (!gone) setFailure({ error })
        },
      )
      return () => {
        gone = true
      }
    }, [Loaded])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : waiting
  }
  // Not as soon as it fails: others that wait for the same fetch hear of it, too.
  const forget = () => {
    part = null
  }
  return { Part, forget }
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
