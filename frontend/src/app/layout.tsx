import { lazy, Suspense, startTransition, use, useEffect, useState } from "react"
import { Outlet, useLocation } from "react-router-dom"
import { PageSpinner } from "@/components/spinner"
import { QuickViewHost } from "@/features/catalog/quick-view-host"
import { useTranslation } from "@/i18n"
import { useBuyNow } from "@/stores/buy-now"
import { Arrival } from "./arrival"
import { Header } from "./header"
import { CatchErrors, useNavigating } from "./routing"

// Not part of the first screen: fetched after it, or when first needed.
const Footer = lazy(() => import("./footer").then((module) => ({ default: module.Footer })))
const Toaster = lazy(() => import("@/components/toaster").then((module) => ({ default: module.Toaster })))
const Support = lazy(() => import("./support").then((module) => ({ default: module.Support })))
const BuyNowDialog = lazy(() =>
  import("@/features/checkout/buy-now-dialog").then((module) => ({ default: module.BuyNowDialog })),
)

/** After the first screen: toasts, the footer, the way to the shop's chat. */
const LATER_PARTS_MS = [1_200, 1_500, 1_800]

/** What the server wrote at the end of its first screen; it stands until our own is here. */
const serversFooter = document.querySelector("#root footer")?.outerHTML ?? ""

/** Header, the page, footer, and what floats over all pages. */
export function AppLayout() {
  const { t } = useTranslation(["shell", "shop"])
  const { pathname } = useLocation()
  const isStaffPage = pathname.startsWith("/admin")
  const arrived = useArrivedParts()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-ink px-4 py-2 text-ground focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <Header />
      <NavigationProgress />
      <main id="content" tabIndex={-1} className="flex-1 outline-hidden">
        <Suspense fallback={<Waiting label={t("shop:common.loading")} />}>
          <Outlet />
        </Suspense>
      </main>
      {!isStaffPage && <PageEnd here={arrived >= 2} />}
      <QuickViewHost />
      <Arrival />
      <AfterFirstScreen toasts={arrived >= 1} support={arrived >= 3 && !isStaffPage} />
    </div>
  )
}

/** How many of the parts outside the first screen are here: one after the other, each in small slices. */
function useArrivedParts(): number {
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    tookOver = true
    const timers = LATER_PARTS_MS.map((ms, index) =>
      window.setTimeout(() => startTransition(() => setArrived(index + 1)), ms),
    )
    return () => timers.forEach(window.clearTimeout)
  }, [])
  return arrived
}

let tookOver = false
const never = new Promise<never>(() => {})

/** What stands in a page's place while it waits; at first that is the server's first screen, until all is here. */
function Waiting({ label }: { label: string }) {
  if (!tookOver) use(never)
  return <PageSpinner label={label} />
}

/** A hairline that fills while the next page's code is on its way. */
function NavigationProgress() {
  const loading = useNavigating()
  return (
    <div
      aria-hidden="true"
      className={`fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-[scale,opacity] ${
        loading ? "scale-x-75 duration-1500" : "scale-x-0 opacity-0 duration-150"
      }`}
    />
  )
}

function PageEnd({ here }: { here: boolean }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup, as the server sent it.
  const standIn = <div className="contents" dangerouslySetInnerHTML={{ __html: serversFooter }} />
  return (
    // What lies open over the page hides this element from screen readers: it must outlive the change inside.
    <div className="contents">
      {here ? (
        <CatchErrors fallback={() => standIn}>
          <Suspense fallback={standIn}>
            <Footer />
          </Suspense>
        </CatchErrors>
      ) : (
        standIn
      )}
    </div>
  )
}

function AfterFirstScreen({ toasts, support }: { toasts: boolean; support: boolean }) {
  const buying = useBuyNow((state) => state.open)
  // Once opened it stays mounted, so that closing can be seen.
  const [wasBuying, setWasBuying] = useState(false)
  if (buying && !wasBuying) setWasBuying(true)
  return (
    // Each waits for its own code: a shared boundary would hide the open dialog, and take the focus out of the
    // field being typed in, while the other arrives.
    <>
      {/* Without the network neither comes: no reason to take the page away. */}
      <CatchErrors fallback={() => null}>
        <Suspense fallback={null}>{toasts && <Toaster />}</Suspense>
      </CatchErrors>
      <CatchErrors fallback={() => null}>
        <Suspense fallback={null}>{support && <Support />}</Suspense>
      </CatchErrors>
      <Suspense fallback={null}>{wasBuying && <BuyNowDialog />}</Suspense>
    </>
  )
}
