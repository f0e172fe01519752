import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import type { MailLink } from "@/lib/mail-link"
import { Heading } from "./heading"
import { verifyLogin } from "./login-methods"
import { useFinishLogin } from "./use-finish-login"

const isAbout = (error: Error | null, code: ApiError["code"]) =>
  error instanceof ApiError && error.code === code

/** Login by the link in a mail. Only its button uses the link up: scanners of mails open pages, too. */
export function LinkLogin({ link, onLeave }: { link: MailLink; onLeave: () => void }) {
  const { t } = useTranslation("account")
  const finish = useFinishLogin()
  const [password, setPassword] = useState<string | null>(null)
  const logIn = useMutation({
    mutationFn: () => {
      const typed = { email: link.email, password: password ?? "", name: "", phone: "" }
      return verifyLogin(password === null ? "code" : "password", typed, link.code)
    },
    onSuccess: (result) => finish(result, t("login.done")),
    onError: (error) => {
      if (isAbout(error, "PASSWORD_NEEDED")) setPassword("")
    },
  })
  const expired = isAbout(logIn.error, "CODE_EXPIRED")
  const problem = isAbout(logIn.error, "PASSWORD_NEEDED") ? null : logIn.error

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!logIn.isPending) logIn.mutate()
  }

  return (
    <>
      <Heading title={t("login.title")}>
        {t("link.lead")}{" "}
        <strong translate="no" className="block font-medium text-ink">
          {link.email}
        </strong>
      </Heading>
      <form noValidate onSubmit={submit} className="space-y-5">
        <ErrorNotice
          error={expired ? new Error() : problem}
          fallback={t(expired ? "link.expired" : "password.failed")}
        />
        {password !== null && !expired && (
          <TextField
            label={t("fields.password")}
            name="password"
            type="password"
            autoComplete="current-password"
            // It appears because the reader pressed the button.
            autoFocus
            hint={t("link.password")}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {!expired && (
          <Button type="submit" className="w-full" busy={logIn.isPending} disabled={password === ""}>
            {t("password.submit")}
          </Button>
        )}
        <Button
          {...(expired ? { className: "w-full" } : { variant: "quiet", size: "sm", className: "-ml-3.5" })}
          onClick={onLeave}
        >
          {t(expired ? "login.resend" : "link.other")}
        </Button>
      </form>
    </>
  )
}
