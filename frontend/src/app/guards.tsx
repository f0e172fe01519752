import { type ReactNode, useState } from "react"
import { Navigate, Outlet, useLocation } from "react-router-dom"
import { ErrorState } from "@/components/error-state"
import { lazySection } from "@/components/lazy-with-retry"
import { PageSpinner } from "@/components/spinner"
import { useTranslation, withTexts } from "@/i18n"
import { PLACED_KEY } from "@/lib/browsing-history"
import { loginAddress } from "@/lib/redirect"
import { browserStorage } from "@/lib/storage"
import { useHydrated } from "@/lib/use-hydrated"
import { type User, useSession, useUser } from "@/stores/session"

const GuestUnpaid = lazySection(
  () => withTexts(import("@/features/orders/guest-unpaid"), "orders"),
  "GuestUnpaid",
)

/** Route guard: requires a login; after it, guests are redirected back. */
export function RequireLogin() {
  return <Guard>{() => <Outlet />}</Guard>
}

/** The same, but a guest whose order waits for payment sees that order. */
export function RequireLoginOrUnpaid() {
  return <Guard guest={<GuestUnpaid />}>{() => <Outlet />}</Guard>
}

/** Pages for staff; customers are sent home. What each role may see is the server's decision. */
export function RequireStaff() {
  return <Guard>{(user) => (user.role === "customer" ? <Navigate replace to="/" /> : <Outlet />)}</Guard>
}

type GuardProps = {
  children: (user: User) => ReactNode
  /** Shown instead of the login to guests who placed an order here. */
  guest?: ReactNode
}

/** The server renders without a session: redirect to the login only once the session is known in the browser. */
function Guard(props: GuardProps) {
  return useHydrated() ? <SessionGuard {...props} /> : <Waiting />
}

function SessionGuard({ children, guest }: GuardProps) {
  const { t } = useTranslation("account")
  const { pathname, search } = useLocation()
  const { session, left } = useSession()
  const [wasIn] = useState(session !== null)
  const { user, error, retry } = useUser()
  if (session === null) {
    if (guest && browserStorage.getItem(PLACED_KEY) !== null) return guest
    return <Navigate replace to={wasIn && left ? "/" : loginAddress(pathname + search)} />
  }
  if (user) return children(user)
  if (error) return <ErrorState error={error} fallback={t("guard.failed")} onRetry={retry} />
  return <Waiting />
}

function Waiting() {
  const { t } = useTranslation("account")
  return (
    <>
      <h1 className="sr-only">{t("guard.title")}</h1>
      <PageSpinner label={t("shop:common.loading")} />
    </>
  )
}
