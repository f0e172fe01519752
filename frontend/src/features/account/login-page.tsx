import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Navigate, useSearchParams } from "react-router-dom"
import { PageTitle } from "@/components/page-title"
import { safeRedirect } from "@/lib/redirect"
import { useSession } from "@/stores/session"
import { CodeStep } from "./code-step"
import { EmailStep } from "./email-step"

/** Log in by a code sent by e-mail; a new address gets an account on the way. */
export function Component() {
  const { t } = useTranslation("account")
  const [search] = useSearchParams()
  const loggedIn = useSession((session) => session.token !== null)
  const [email, setEmail] = useState("")
  /** When the last code was sent, in milliseconds since 1970; null before. */
  const [sentAt, setSentAt] = useState<number | null>(null)

  // Also the way out after a login: the session has the token then.
  if (loggedIn) return <Navigate replace to={safeRedirect(search.get("redirect"))} />
  return (
    <div className="page max-w-xl py-12 sm:py-20">
      <PageTitle title={t("login.title")} />
      <div className="rounded-lg border border-line bg-paper px-5 py-9 sm:px-10 sm:py-12">
        {sentAt === null ? (
          <EmailStep
            email={email}
            onSent={(address) => {
              setEmail(address)
              setSentAt(Date.now())
            }}
          />
        ) : (
          <CodeStep
            email={email}
            sentAt={sentAt}
            onResent={() => setSentAt(Date.now())}
            onBack={() => setSentAt(null)}
          />
        )}
      </div>
    </div>
  )
}
