import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { lazySection } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { PageSpinner } from "@/components/spinner"
import { useTranslation, withTexts } from "@/i18n"
import { mailLink } from "@/lib/mail-link"
import { safeRedirect } from "@/lib/redirect"
import { useSession } from "@/stores/session"
import { LinkLogin } from "./link-login"
import { LoginForm } from "./login-form"
import { type LoginMethod, loginMethodNames } from "./login-methods"

const LoginStep = lazySection(
  () => withTexts(import("./second-factor/login-step"), "secondFactor"),
  "LoginStep",
  <Waiting />,
)

function Waiting() {
  const { t } = useTranslation()
  return <PageSpinner label={t("common.loading")} />
}

/** Login page: by a code sent by e-mail or by password; a new address gets an account. */
export function Component() {
  const { t } = useTranslation("account")
  const [search, setSearch] = useSearchParams()
  const { session, pending, ended } = useSession()
  const link = mailLink(useLocation().hash)
  const navigate = useNavigate()

  // Also redirects after a login, which creates the session.
  if (session !== null) return <Navigate replace to={safeRedirect(search.get("redirect"))} />

  const method = loginMethodNames.find((name) => name === search.get("way")) ?? "code"
  const go = (next: LoginMethod) =>
    setSearch(
      (params) => {
        params.delete("way")
        if (next !== "code") params.set("way", next)
        return params
      },
      { preventScrollReset: true },
    )

  return (
    <div className="page max-w-xl py-12 sm:py-20">
      <PageHead title={t(method === "register" ? "register.title" : "login.title")} />
      <div className="rounded-lg border border-line bg-paper px-5 py-9 sm:px-10 sm:py-12">
        {ended && (
          <Notice className="mb-6" tone="warning" announce title={t("ended.title")}>
            {t("ended.text")}
          </Notice>
        )}
        {pending !== null ? (
          <LoginStep />
        ) : link ? (
          <LinkLogin link={link} onLeave={() => navigate({ hash: "" }, { replace: true })} />
        ) : (
          <LoginForm method={method} onMethodChange={go}>
            <p className="mt-8 flex flex-wrap gap-x-8 border-line border-t pt-4 text-sm">
              {loginMethodNames
                .filter((name) => name !== method)
                .map((name) => (
                  <button
                    key={name}
                    type="button"
                    onClick={() => go(name)}
                    className="min-h-11 text-accent underline-offset-4 hover:underline"
                  >
                    {t(`ways.${name}`)}
                  </button>
                ))}
            </p>
          </LoginForm>
        )}
      </div>
      <Legal />
    </div>
  )
}

/** Notes about accounts. */
function Legal() {
  const { t } = useTranslation("account")
  const pages = [
    { to: "/terms", label: t("legal.terms") },
    { to: "/privacy", label: t("legal.privacy") },
  ]
  return (
    <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 text-ink-soft text-sm">
      <p>{t("legal.lead")}</p>
      <ul className="flex gap-x-4">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
