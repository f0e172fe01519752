import { type FormEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useErrorText } from "@/i18n/error-text"
import { useSendCode } from "./send-code"

// One '@', something on both sides, a dot in the domain: the server's rule.
const EMAIL = /^[^@\s,;<>"]{1,64}@[^@\s,;<>"]+\.[^@\s,;<>".]{2,}$/

export function EmailStep({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const [typed, setTyped] = useState(email)
  const [wrong, setWrong] = useState(false)
  const send = useSendCode(onSent)
  const address = typed.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    const fits = EMAIL.test(address)
    setWrong(!fits)
    if (fits) send.mutate(address)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-6">
      <div>
        <h1 className="text-3xl">{t("login.title")}</h1>
        <p className="mt-3 text-ink-soft">{t("login.lead")}</p>
      </div>
      <TextField
        label={t("login.email")}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
          if (send.error) send.reset()
        }}
        error={
          wrong
            ? t("login.emailInvalid")
            : send.error
              ? errorText(send.error, t("login.sendFailed"))
              : undefined
        }
      />
      <Button type="submit" className="w-full" busy={send.isPending} disabled={address === ""}>
        {t("login.send")}
      </Button>
    </form>
  )
}
