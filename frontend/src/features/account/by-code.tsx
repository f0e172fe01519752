import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"

import { EMAIL, normalEmail } from "@/lib/email"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { sendLoginCode, verifyLoginCode } from "./calls"
import { CodeForm } from "./code-form"
import { Heading } from "./heading"

type ByCodeProps = {
  email: string
  onEmail: (email: string) => void
  /** The address is a member of staff's who has a password. */
  onPasswordNeeded: () => void
  children: ReactNode
}

/** Log in by a code sent to the address. */
export function ByCode({ email, onEmail, onPasswordNeeded, children }: ByCodeProps) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const logIn = useSession((session) => session.logIn)
  const [wrong, setWrong] = useState(false)
  const [sentAt, setSentAt] = useState<number | null>(null)

  const send = useMutation({
    retry: false,
    mutationFn: sendLoginCode,
    onSuccess: () => {
      toast.success(t("login.sent"))
      setSentAt(Date.now())
    },
  })

  if (sentAt !== null) {
    return (
      <>
        <Heading title={t("login.codeTitle")}>{t("login.codeLead", { email })}</Heading>
        <CodeForm
          sentAt={sentAt}
          submit={t("login.verify")}
          back={t("login.back")}
          failed={t("login.verifyFailed")}
          verify={(otp) => verifyLoginCode(email, otp)}
          onVerified={({ token, user }) => {
            toast.success(t("login.done"))
            logIn(token, user)
          }}
          onRefused={(error) => {
            if (error instanceof ApiError && error.code === "PASSWORD_NEEDED") onPasswordNeeded()
          }}
          resend={() => sendLoginCode(email)}
          onResent={() => setSentAt(Date.now())}
          onBack={() => setSentAt(null)}
        />
      </>
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = normalEmail(email)
    const fits = EMAIL.test(address)
    setWrong(!fits)
    if (fits) {
      onEmail(address)
      send.mutate(address)
    }
  }

  const error = send.error ? errorText(send.error, t("login.sendFailed")) : undefined
  return (
    <>
      <Heading title={t("login.title")}>{t("login.lead")}</Heading>
      <form noValidate onSubmit={submit} className="space-y-6">
        <TextField
          label={t("login.email")}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => {
            onEmail(event.target.value)
            setWrong(false)
            if (send.error) send.reset()
          }}
          error={wrong ? t("login.emailInvalid") : error}
        />
        <Button type="submit" className="w-full" busy={send.isPending} disabled={email.trim() === ""}>
          {t("login.send")}
        </Button>
      </form>
      {children}
    </>
  )
}
