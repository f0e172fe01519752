import { lazy, type ReactNode, Suspense, useState } from "react"
import { Link, Navigate, useSearchParams } from "react-router-dom"
import { Notice } from "@/components/notice"
import { PageTitle } from "@/components/page-title"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useHasPage } from "@/lib/pages"
import { safeRedirect } from "@/lib/redirect"
import { useSession } from "@/stores/session"
import { ByCode } from "./by-code"

// Hardly anybody needs them, and their forms weigh more than all the rest of the page.
const ByPassword = lazy(() => import("./by-password").then((module) => ({ default: module.ByPassword })))
const ByRegistration = lazy(() =>
  import("./by-registration").then((module) => ({ default: module.ByRegistration })),
)

const ways = ["code", "password", "register"] as const
type Way = (typeof ways)[number]

/** Log in: by a code sent by e-mail, or quietly by password; a new address gets an account on the way. */
export function Component() {
  const { t } = useTranslation("account")
  const [search, setSearch] = useSearchParams()
  const loggedIn = useSession((session) => session.token !== null)
  /** Kept from one way to the other, and when the reader goes back. */
  const [email, setEmail] = useState("")
  const [passwordNeeded, setPasswordNeeded] = useState(false)

  // Also the way out after a login: the session has the token then.
  if (loggedIn) return <Navigate replace to={safeRedirect(search.get("redirect"))} />

  const way = ways.find((name) => name === search.get("way")) ?? "code"
  const go = (next: Way) => {
    setPasswordNeeded(false)
    setSearch(
      (params) => {
        params.delete("way")
        if (next !== "code") params.set("way", next)
        return params
      },
      { preventScrollReset: true },
    )
  }
  const other = (next: Way) => (
    <button
      key={next}
      type="button"
      onClick={() => go(next)}
      className="min-h-11 text-accent underline-offset-4 hover:underline"
    >
      {t(`ways.${next}`)}
    </button>
  )
  const others = (
    <p className="mt-8 flex flex-wrap gap-x-8 border-line border-t pt-4 text-sm">
      {ways.filter((name) => name !== way).map(other)}
    </p>
  )

  return (
    <div className="page max-w-xl py-12 sm:py-20">
      <PageTitle title={t(way === "register" ? "register.title" : "login.title")} />
      <div className="rounded-lg border border-line bg-paper px-5 py-9 sm:px-10 sm:py-12">
        {passwordNeeded && (
          <div className="mb-6">
            <Notice announce>{t("password.needed")}</Notice>
          </div>
        )}
        {way === "code" && (
          <ByCode
            email={email}
            onEmail={setEmail}
            onPasswordNeeded={() => {
              go("password")
              setPasswordNeeded(true)
            }}
          >
            {others}
          </ByCode>
        )}
        <Suspense fallback={<Skeleton className="h-96" />}>
          {way === "password" && (
            <ByPassword email={email} onEmail={setEmail}>
              {others}
            </ByPassword>
          )}
          {way === "register" && (
            <ByRegistration email={email} onEmail={setEmail}>
              {others}
            </ByRegistration>
          )}
        </Suspense>
      </div>
      <Legal />
    </div>
  )
}

/** What holds for an account; only what can be read is linked. */
function Legal() {
  const { t } = useTranslation("account")
  const hasPage = useHasPage()
  const pages = (["/terms", "/privacy"] as const).filter(hasPage)
  if (pages.length === 0) return null
  const names: Record<(typeof pages)[number], string> = {
    "/terms": t("legal.terms"),
    "/privacy": t("legal.privacy"),
  }
  const links = pages.map(
    (to): ReactNode => (
      <li key={to}>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent"
        >
          {names[to]}
        </Link>
      </li>
    ),
  )
  return (
    <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 text-ink-soft text-sm">
      <p>{t("legal.lead")}</p>
      <ul className="flex gap-x-4">{links}</ul>
    </div>
  )
}
