import { lazy, Suspense, startTransition, use, useEffect, useState } from "react"
import { Outlet, useLocation } from "react-router-dom"
import { lateWindow } from "@/components/late"
import { SectionBoundary } from "@/components/section-boundary"
import { PageSpinner } from "@/components/spinner"
import { QuickViewHost } from "@/features/catalog/quick-view-host"
import { useTranslation, withTexts } from "@/i18n"
import { markTookOver, tookOver } from "@/lib/took-over"
import { useBuyNow } from "@/stores/buy-now"
import { useReauthentication } from "@/stores/reauthentication"
import { Arrival } from "./arrival"
import { Header } from "./header"
import { useNavigating } from "./routing"

// Not part of the first screen: fetched after it, or when first needed.
const Footer = lazy(() => import("./footer").then((module) => ({ default: module.Footer })))
const Toaster = lazy(() => import("@/components/toaster").then((module) => ({ default: module.Toaster })))
const Support = lazy(() => import("./support").then((module) => ({ default: module.Support })))
const ReauthenticationDialog = lateWindow(() =>
  withTexts(import("@/features/account/second-factor/reauthentication-dialog"), "secondFactor").then(
    (module) => module.ReauthenticationDialog,
  ),
)
const BuyNowDialog = lateWindow(() =>
  import("@/features/checkout/buy-now-dialog").then((module) => module.BuyNowDialog),
)

/** How long after the first screen the parts outside it come: one after the other, each in small slices. */
const TOASTS_AFTER_MS = 1_200
const FOOTER_AFTER_MS = 1_500
const SUPPORT_AFTER_MS = 1_800

/** What the server wrote at the end of its first screen; it stands until our own is here. */
const serversFooter = document.querySelector("#root footer")?.outerHTML ?? ""

/** Header, the page, footer, and what floats over all pages. */
export function AppLayout() {
  const { t } = useTranslation(["shell", "shop"])
  const { pathname } = useLocation()
  const isStaffPage = pathname.startsWith("/admin")
  useEffect(markTookOver, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-ink px-4 py-2 text-ground focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <SectionBoundary>
        <Header />
      </SectionBoundary>
      <NavigationProgress />
      <main id="content" tabIndex={-1} className="flex-1 outline-hidden">
        <Suspense fallback={<Waiting label={t("shop:common.loading")} />}>
          <Outlet />
        </Suspense>
      </main>
      {!isStaffPage && <PageEnd />}
      <QuickViewHost />
      <Arrival />
      <AfterFirstScreen isStaffPage={isStaffPage} />
    </div>
  )
}

/** Whether so much time has passed since the first screen. */
function useLater(ms: number): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => startTransition(() => setLater(true)), ms)
    return () => window.clearTimeout(timer)
  }, [ms])
  return later
}

const never = new Promise<never>(() => {})

/** What stands in a page's place while it waits; at first that is the server's first screen, until all is here. */
function Waiting({ label }: { label: string }) {
  if (!tookOver()) use(never)
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

function PageEnd() {
  const here = useLater(FOOTER_AFTER_MS)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup, as the server sent it.
  const standIn = <div className="contents" dangerouslySetInnerHTML={{ __html: serversFooter }} />
  return (
    // What lies open over the page hides this element from screen readers: it must outlive the change inside.
    <div className="contents">
      {here ? (
        <SectionBoundary fallback={standIn}>
          <Suspense fallback={standIn}>
            <Footer />
          </Suspense>
        </SectionBoundary>
      ) : (
        standIn
      )}
    </div>
  )
}

function AfterFirstScreen({ isStaffPage }: { isStaffPage: boolean }) {
  const toasts = useLater(TOASTS_AFTER_MS)
  const support = useLater(SUPPORT_AFTER_MS) && !isStaffPage
  const buying = useBuyNow((state) => state.open)
  const close = useBuyNow((state) => state.close)
  // Once opened it stays mounted, so that closing can be seen.
  const [wasBuying, setWasBuying] = useState(false)
  if (buying && !wasBuying) setWasBuying(true)
  const { asked, answer } = useReauthentication()
  const [wasAsked, setWasAsked] = useState(false)
  if (asked && !wasAsked) setWasAsked(true)
  return (
    // Each waits for its own code: a shared boundary would hide the open dialog, and take the focus out of the
    // field being typed in, while the other arrives.
    <>
      {/* Without the network neither comes: no reason to take the page away. */}
      <SectionBoundary fallback={null}>
        <Suspense fallback={null}>{toasts && <Toaster />}</Suspense>
      </SectionBoundary>
      <SectionBoundary fallback={null}>
        <Suspense fallback={null}>{support && <Support />}</Suspense>
      </SectionBoundary>
      <Suspense fallback={null}>
        {wasBuying && <BuyNowDialog open={buying} onOpenChange={(open) => !open && close()} />}
      </Suspense>
      {/* Without its code the call that waits for the answer must still be able to end. */}
      {wasAsked && <ReauthenticationDialog open={asked} onOpenChange={(open) => !open && answer(false)} />}
    </>
  )
}
