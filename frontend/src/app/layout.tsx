import { Suspense, useEffect, useState } from "react"
import { preload } from "react-dom"
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router-dom"
import { lazyDialog, lazyPart } from "@/components/lazy-with-retry"
import { SectionBoundary } from "@/components/section-boundary"
import { PageSpinner } from "@/components/spinner"
import { QuickViewHost } from "@/features/catalog/quick-view-host"
import { preloadedFonts } from "@/fonts/preload"
import { i18n, loadTexts, setLanguage, useTranslation, withTexts } from "@/i18n"
import { storedLanguage } from "@/lib/language"
import { onStorageRefused } from "@/lib/storage"
import { toast, useWaitingToasts } from "@/lib/toast"
import { useHydrated } from "@/lib/use-hydrated"
import { useBuyNow } from "@/stores/buy-now"
import { useReauthentication } from "@/stores/reauthentication"
import { Banner } from "./banner"
import { FocusOnNavigation } from "./focus-on-navigation"
import { Header } from "./header"

// Lazily loaded: not part of the first screen.
const Footer = lazyPart(() => withTexts(import("./footer"), "shell-more"), "Footer")
const StaffHeader = lazyPart(
  () => withTexts(import("./staff-header"), "admin", "shell-more"),
  "StaffHeader",
  <div className="h-14 border-line border-b bg-paper" />,
)
const Toaster = lazyPart(() => import("@/components/toaster"), "Toaster")
const Support = lazyPart(() => import("./support"), "Support")
const ReauthenticationDialog = lazyDialog(
  () => withTexts(import("@/features/account/second-factor/reauthentication-dialog"), "secondFactor"),
  "ReauthenticationDialog",
)
const BuyNowDialog = lazyDialog(() => import("@/features/checkout/buy-now-dialog"), "BuyNowDialog")

/** Header, page, footer, and the dialogs and toasts over all pages; the checkout has little that leads elsewhere. */
export function AppLayout() {
  const { t, i18n: texts } = useTranslation(["shell", "shop"])
  for (const font of preloadedFonts[texts.language])
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" })
  const { pathname } = useLocation()
  const isStaffPage = pathname.startsWith("/admin")
  const quiet = pathname === "/checkout"
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        // On the staff pages the rail is part of the content.
        href={isStaffPage ? "#staff-page" : "#content"}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-ink px-4 py-2 text-ground focus:translate-y-0 print:hidden"
      >
        {t("skip")}
      </a>
      {!isStaffPage && !quiet && (
        <SectionBoundary fallback={null}>
          <Banner />
        </SectionBoundary>
      )}
      <SectionBoundary>{isStaffPage ? <StaffHeader /> : <Header quiet={quiet} />}</SectionBoundary>
      <NavigationProgress />
      <main id="content" tabIndex={-1} className="flex-1 outline-hidden">
        <Suspense
          fallback={
            // As high as the window, so that the footer does not move in sight when the page replaces it.
            <div className="min-h-dvh">
              <PageSpinner label={t("shop:common.loading")} />
            </div>
          }
        >
          <Outlet />
          <Ready />
        </Suspense>
      </main>
      {!isStaffPage && (
        <SectionBoundary fallback={null}>
          <Footer quiet={quiet} />
        </SectionBoundary>
      )}
      <QuickViewHost />
      <FocusOnNavigation />
      <Floating isStaffPage={isStaffPage} />
      {/* The first page of every visit has the key "default": without the path as key, the return from the payment page
          would restore the scroll position of the product page that led there. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === "default" ? pathname : key)} />
    </div>
  )
}

/** Effects after the hydration of the page in the same boundary: React hydrates boundaries after their surroundings. */
function Ready() {
  useEffect(() => {
    // A page from a shared cache is in the language of its URL, not in the stored one. Switched any sooner, the header's
    // answers of the server would come in the new language before the header is hydrated in the old one.
    const isOther = storedLanguage() !== i18n.language
    void (isOther ? setLanguage(storedLanguage()) : Promise.resolve()).then(() =>
      onStorageRefused(showNotStored),
    )
    // Browser tests wait for this mark: before it, the server-rendered page looks the same but does not react.
    document.documentElement.dataset.ready = ""
  }, [])
  return null
}

async function showNotStored() {
  await loadTexts("shell-more")
  toast.info(i18n.t("shell-more:notStored"), { label: i18n.t("shell-more:understood"), onClick() {} })
}

/** Progress bar while the next page's code is loading. */
function NavigationProgress() {
  const loading = useNavigation().state === "loading"
  return (
    <div
      aria-hidden="true"
      className={`print:hidden fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-[scale,opacity] ${
        loading ? "scale-x-75 duration-1500" : "scale-x-0 opacity-0 duration-150"
      }`}
    />
  )
}

/** The toaster, from the first toast on. When its code fails to load, as without a net, the text alone is shown. */
function Toasts() {
  const { waiting } = useWaitingToasts()
  const [used, setUsed] = useState(false)
  if (waiting.length > 0 && !used) setUsed(true)
  if (!used) return null
  const text = (
    <p
      role="alert"
      className="fixed inset-x-3 top-3 z-50 mx-auto max-w-96 rounded-sm border border-line bg-paper px-4 py-3 text-sm shadow-float empty:hidden"
    >
      {waiting.at(-1)?.text}
    </p>
  )
  return (
    <SectionBoundary fallback={text}>
      <Toaster />
    </SectionBoundary>
  )
}

/** Dialogs that any page can open. A failed load of their code leaves the page alone. */
function Floating({ isStaffPage }: { isStaffPage: boolean }) {
  const hydrated = useHydrated()
  const buying = useBuyNow((state) => state.open)
  const close = useBuyNow((state) => state.close)
  const { asked, answer } = useReauthentication()
  if (!hydrated) return null
  return (
    <>
      <Toasts />
      {!isStaffPage && (
        <SectionBoundary fallback={null}>
          <Support />
        </SectionBoundary>
      )}
      <BuyNowDialog open={buying} onOpenChange={(open) => !open && close()} />
      {/* When its code fails to load, closing the error answers `false`, so that the API call that awaits it ends. */}
      <ReauthenticationDialog open={asked} onOpenChange={(open) => !open && answer(false)} />
    </>
  )
}
