import { X } from "lucide-react"
import { type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { createPortal } from "react-dom"
import { ErrorBoundary, type FallbackProps } from "react-error-boundary"
import { useLocation } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { loadCode } from "@/lib/load-code"
import { useHydrated } from "@/lib/use-hydrated"
import { Button, IconButton } from "./button"
import { SectionFailed } from "./section-boundary"

/** The props of a module's component. */
type Props<M, N extends keyof M> = M[N] extends (props: infer P extends object) => ReactNode ? P : object
type Part<M, N extends keyof M> = [load: () => Promise<M>, name: N, placeholder?: ReactNode]
type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * Split a part of a page, the module's component `name`, into a chunk of its own: rendered by the server, lazily loaded
 * in the browser.
 *
 * `load` must fetch the part's texts, too. `placeholder` is shown while loading. A failed load is thrown, and another is
 * tried when the error boundary is reset.
 */
export function lazyPart<M, N extends keyof M>(
  ...[load, name, placeholder = null]: Part<M, N>
): FunctionComponent<Props<M, N>> {
  type P = Props<M, N>
  const loadComponent = async () => (await loadCode(load))[name] as FunctionComponent<P>
  const Hydrated = lazy(async () => ({ default: await loadComponent() }))
  let Loaded: FunctionComponent<P> | undefined
  let loading: Promise<void> | undefined
  // Single flight: parts that are mounted together share one load.
  const loadOnce = () => {
    loading ??= loadComponent()
      .then((component) => {
        Loaded = component
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  // Not with Suspense: after a fallback is shown, React holds back what has loaded, and the page's hydration, for 300 ms.
  function InBrowser(props: P) {
    const [failure, setFailure] = useState<{ error: unknown }>()
    const [, setLoaded] = useState(Loaded !== undefined)
    useEffect(() => {
      if (Loaded) return
      let isMounted = true
      loadOnce().then(
        () => isMounted && setLoaded(true),
        (error: unknown) => isMounted && setFailure({ error }),
      )
      return () => {
        isMounted = false
      }
    }, [])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : placeholder
  }

  // As first rendered, until it is hydrated: React throws away what the server rendered of a boundary that is rendered
  // again before its code is here, but not its <title>, which would stand there twice.
  function FromServer(props: P) {
    const [isHydrated, setHydrated] = useState(false)
    const part = (
      <Suspense fallback={placeholder}>
        <Hydrated {...props} />
        <Mounted onMount={setHydrated} />
      </Suspense>
    )
    const [first] = useState(part)
    return isHydrated ? part : first
  }

  return (props) => {
    const [isHydrating] = useState(!useHydrated())
    return isHydrating ? <FromServer {...props} /> : <InBrowser {...props} />
  }
}

function Mounted({ onMount }: { onMount: (isMounted: true) => void }) {
  useEffect(() => {
    onMount(true)
  }, [onMount])
  return null
}

/** The same for a section: a failed load leaves the rest of the page alone and shows an error with a retry button. */
export function lazySection<M, N extends keyof M>(...part: Part<M, N>): FunctionComponent<Props<M, N>> {
  const Part = lazyPart(...part)
  return (props) => (
    <ErrorBoundary resetKeys={[useLocation().key]} FallbackComponent={SectionFailed}>
      <Part {...props} />
    </ErrorBoundary>
  )
}

/**
 * The same for a dialog or drawer: loaded when it is first opened, and mounted from then on, so that its closing is
 * animated. A failed load shows a dismissible error with a retry button over the page.
 */
export function lazyDialog<M, N extends keyof M>(
  ...part: Part<M, N>
): FunctionComponent<Props<M, N> & DialogProps> {
  const Part = lazyPart(...part)
  return (props) => {
    const { key } = useLocation()
    const [used, setUsed] = useState(props.open)
    if (props.open && !used) setUsed(true)
    if (!used) return null
    return (
      <ErrorBoundary
        resetKeys={[key]}
        fallbackRender={(failure) =>
          props.open && <FloatingError {...failure} onClose={() => props.onOpenChange(false)} />
        }
      >
        <Part {...props} />
      </ErrorBoundary>
    )
  }
}

function FloatingError({ error, resetErrorBoundary, onClose }: FallbackProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  // A portal, as the open dialog hides the page from screen readers and closes on a press outside.
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 print:hidden mx-auto flex max-w-lg items-center gap-3 rounded-md border border-line bg-paper py-2 pr-1.5 pl-5 shadow-float"
    >
      <p className="flex-1 text-sm">{errorText(error, t("common.partFailed"))}</p>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={resetErrorBoundary}>
        {t("common.tryAgain")}
      </Button>
      <IconButton label={t("common.close")} onClick={onClose}>
        <X className="size-5" />
      </IconButton>
    </div>,
    document.body,
  )
}
