import { lazy, Suspense, useEffect, useState } from "react"
import { Outlet, useLocation } from "react-router-dom"
import { PageSpinner } from "@/components/spinner"
import { QuickViewHost } from "@/features/catalog/quick-view-host"
import { useTranslation } from "@/i18n"
import { useBuyNow } from "@/stores/buy-now"
import { Arrival } from "./arrival"
import { Footer } from "./footer"
import { Header } from "./header"
import { CatchErrors, useNavigating } from "./routing"

// Not part of the first screen: fetched after it, or when first needed.
const Toaster = lazy(() => import("@/components/toaster").then((module) => ({ default: module.Toaster })))
const Support = lazy(() => import("./support").then((module) => ({ default: module.Support })))
const BuyNowDialog = lazy(() =>
  import("@/features/checkout/buy-now-dialog").then((module) => ({ default: module.BuyNowDialog })),
)

/** Header, the page, footer, and what floats over all pages. */
export function AppLayout() {
  const { t } = useTranslation(["shell", "shop"])
  const { pathname } = useLocation()
  const isStaffPage = pathname.startsWith("/admin")
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
        <Suspense fallback={<PageSpinner label={t("shop:common.loading")} />}>
          <Outlet />
        </Suspense>
      </main>
      {!isStaffPage && <Footer />}
      <QuickViewHost />
      <Arrival />
      <AfterFirstScreen isStaffPage={isStaffPage} />
    </div>
  )
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

function AfterFirstScreen({ isStaffPage }: { isStaffPage: boolean }) {
  const buying = useBuyNow((state) => state.open)
  const [idle, setIdle] = useState(false)
  // Once opened it stays mounted, so that closing can be seen.
  const [wasBuying, setWasBuying] = useState(false)
  if (buying && !wasBuying) setWasBuying(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setIdle(true), 1500)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    // Each waits for its own code: a shared boundary would hide the open dialog, and take the focus out of the
    // field being typed in, while the other arrives.
    <>
      {/* Without the network neither comes: no reason to take the page away. */}
      <CatchErrors fallback={() => null}>
        <Suspense fallback={null}>{idle && <Toaster />}</Suspense>
      </CatchErrors>
      <CatchErrors fallback={() => null}>
        <Suspense fallback={null}>{idle && !isStaffPage && <Support />}</Suspense>
      </CatchErrors>
      <Suspense fallback={null}>{wasBuying && <BuyNowDialog />}</Suspense>
    </>
  )
}
