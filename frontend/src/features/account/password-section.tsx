import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { z } from "zod"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newPassword } from "@/lib/person"
import { toast } from "@/lib/toast"
import type { User } from "@/stores/session"
import { sendConfirmation, setPassword } from "./calls"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { Section } from "./section"
import { useShowUser } from "./use-account"

const schema = z.object({ password: newPassword })

/** A password, for those who want one: nobody needs it but staff. */
export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [changing, setChanging] = useState(false)
  const lead =
    user.role === "customer" ? (user.hasPassword ? "password.has" : "password.none") : "password.staff"
  return (
    <Section title={t("password.title")} lead={t(lead)}>
      {changing ? (
        <div className="max-w-md">
          <Change user={user} onDone={() => setChanging(false)} />
        </div>
      ) : (
        <Button variant="secondary" className="max-sm:w-full" onClick={() => setChanging(true)}>
          {t(user.hasPassword ? "password.change" : "password.set")}
        </Button>
      )}
    </Section>
  )
}

function Change({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const showUser = useShowUser()
  const form = useForm({ defaultValues: { password: "" }, resolver: zodResolver(schema) })
  const field = useFields(form)
  const [sentAt, setSentAt] = useState<number | null>(null)
  const send = useMutation({
    retry: false,
    mutationFn: () => sendConfirmation("password"),
    onSuccess: () => {
      toast.success(t("login.sent"))
      setSentAt(Date.now())
    },
  })

  if (sentAt !== null) {
    return (
      <>
        <p className="mb-5 break-words text-ink-soft">{t("login.codeSentTo", { email: user.email })}</p>
        <CodeForm
          sentAt={sentAt}
          submit={t("password.save")}
          back={t("password.other")}
          failed={t("profile.saveFailed")}
          verify={(otp) => setPassword(form.getValues("password"), otp)}
          onVerified={(saved) => {
            toast.success(t("password.saved"))
            showUser(saved)
            onDone()
          }}
          onRefused={(error) => {
            // The password itself was refused: back to its field, with the server's words.
            if (refuseFields(form, error)) setSentAt(null)
          }}
          resend={() => sendConfirmation("password")}
          onResent={() => setSentAt(Date.now())}
          onBack={() => setSentAt(null)}
        />
      </>
    )
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(() => send.mutate())} className="space-y-5">
      {send.error && (
        <Notice tone="danger" announce>
          {errorText(send.error, t("login.sendFailed"))}
        </Notice>
      )}
      {/* For password managers, which keep the password under the account's name. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <TextField
        {...field("password")}
        autoFocus
        label={t("password.new")}
        type="password"
        autoComplete="new-password"
        hint={t("password.hint")}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={send.isPending}>
          {t("login.send")}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  )
}
