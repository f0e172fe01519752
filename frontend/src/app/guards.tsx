import { type ReactNode, useState } from "react"
import { Navigate, Outlet, useLocation } from "react-router-dom"
import { ErrorState } from "@/components/error-state"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { loginAddress } from "@/lib/redirect"
import { useHydrated } from "@/lib/use-hydrated"
import { type User, useSession, useUser } from "@/stores/session"

/** Route guard: requires a login; after it, guests are redirected back. */
export function RequireLogin() {
  return <Guard>{() => <Outlet />}</Guard>
}

/** Pages for staff; customers are sent home. What each role may see is the server's decision. */
export function RequireStaff() {
  return <Guard>{(user) => (user.role === "customer" ? <Navigate replace to="/" /> : <Outlet />)}</Guard>
}

type GuardProps = { children: (user: User) => ReactNode }

/** The server renders without a session: redirect to the login only once the session is known in the browser. */
function Guard({ children }: GuardProps) {
  return useHydrated() ? <SessionGuard>{children}</SessionGuard> : <Waiting />
}

function SessionGuard({ children }: GuardProps) {
  const { t } = useTranslation("account")
  const { pathname, search } = useLocation()
  const { session, left } = useSession()
  const [wasIn] = useState(session !== null)
  const { user, error, retry } = useUser()
  if (session === null) {
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
