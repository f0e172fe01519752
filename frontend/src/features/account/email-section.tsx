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
import { email as emailRule } from "@/lib/person"
import { toast } from "@/lib/toast"
import type { User } from "@/stores/session"
import { changeEmail, sendEmailCode } from "./calls"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { Section } from "./section"
import { useShowUser } from "./use-account"

const schema = z.object({ email: emailRule })

/** The address to log in with; a new one counts once the code sent to it has come back. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [changing, setChanging] = useState(false)
  return (
    <Section title={t("email.title")} lead={t("email.lead")}>
      <p className="break-words font-medium">{user.email}</p>
      {changing ? (
        <div className="mt-6 max-w-md">
          <Change onDone={() => setChanging(false)} />
        </div>
      ) : (
        <Button variant="secondary" className="mt-5 max-sm:w-full" onClick={() => setChanging(true)}>
          {t("email.change")}
        </Button>
      )}
    </Section>
  )
}

function Change({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const showUser = useShowUser()
  const form = useForm({ defaultValues: { email: "" }, resolver: zodResolver(schema) })
  const field = useFields(form)
  const [sentAt, setSentAt] = useState<number | null>(null)
  const send = useMutation({
    retry: false,
    mutationFn: ({ email }: z.infer<typeof schema>) => sendEmailCode(email),
    onSuccess: () => {
      toast.success(t("login.sent"))
      setSentAt(Date.now())
    },
    onError: (error) => refuseFields(form, error),
  })

  if (sentAt !== null && send.variables) {
    const { email } = send.variables
    return (
      <>
        <p className="mb-5 break-words text-ink-soft">{t("login.codeLead", { email })}</p>
        <CodeForm
          sentAt={sentAt}
          submit={t("email.confirm")}
          back={t("login.back")}
          failed={t("profile.saveFailed")}
          verify={(otp) => changeEmail(email, otp)}
          onVerified={(user) => {
            toast.success(t("profile.saved"))
            showUser(user)
            onDone()
          }}
          resend={() => sendEmailCode(email)}
          onResent={() => setSentAt(Date.now())}
          onBack={() => setSentAt(null)}
        />
      </>
    )
  }
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => send.mutate(body))} className="space-y-5">
      {send.error && !form.formState.errors.email && (
        <Notice tone="danger" announce>
          {errorText(send.error, t("login.sendFailed"))}
        </Notice>
      )}
      <TextField
        {...field("email")}
        autoFocus
        label={t("email.new")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
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
