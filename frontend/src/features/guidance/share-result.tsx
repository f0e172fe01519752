import { Mail, Printer, Share2 } from "lucide-react"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { normalEmail } from "@/lib/email"
import { share } from "@/lib/share"
import { useAction } from "@/lib/use-action"

/** Share, print or mail the result; the link contains no birth details. */
export function ShareResult({ sign, path }: { sign: string; path: string }) {
  const { t } = useTranslation("guidance")
  const [mailing, setMailing] = useState(false)
  const send = () =>
    share({ title: t("title"), url: window.location.origin + path }, t("pass.copied"), t("pass.notCopied"))
  return (
    <section
      aria-labelledby="pass-on"
      className="mt-14 rounded-md border border-line bg-paper p-6 print:hidden"
    >
      <h2 id="pass-on" className="text-xl">
        {t("pass.title")}
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft text-sm">{t("pass.text")}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void send()}>
          <Share2 className="size-5" />
          {t("pass.share")}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer className="size-5" />
          {t("pass.print")}
        </Button>
        <Button variant="secondary" aria-expanded={mailing} onClick={() => setMailing(!mailing)}>
          <Mail className="size-5" />
          {t("pass.mail")}
        </Button>
      </div>
      {mailing && <MailForm sign={sign} onSent={() => setMailing(false)} />}
    </section>
  )
}

function MailForm({ sign, onSent }: { sign: string; onSent: () => void }) {
  const { t } = useTranslation("guidance")
  const errorText = useErrorText()
  const [typed, setTyped] = useState("")
  const mail = useAction({
    act: (email: string) => unwrap(api.POST("/api/astrology/mail", { body: { email, sign } })),
    done: ({ email }) => t("pass.sent", { email }),
    onDone: onSent,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!mail.isPending) mail.mutate(normalEmail(typed))
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6 grid max-w-xl gap-4 sm:grid-cols-[1fr_auto]">
      <EmailField
        label={t("pass.email")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={mail.error ? errorText(mail.error, t("pass.mailFailed")) : undefined}
      />
      <Button type="submit" busy={mail.isPending} className="h-11.5 sm:mt-[1.8rem]">
        {t("pass.send")}
      </Button>
    </form>
  )
}
