import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useForm } from "react-hook-form"
import { z } from "zod"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { email as emailRule, password } from "@/lib/person"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { type LoginStep, logInByPassword } from "./calls"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { Heading } from "./heading"

const schema = z.object({ email: emailRule, password })

type ByPasswordProps = { email: string; onEmail: (email: string) => void; children: ReactNode }

/** Log in by password; staff are asked for a code as well. */
export function ByPassword({ email, onEmail, children }: ByPasswordProps) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const logIn = useSession((session) => session.logIn)
  const form = useForm({ defaultValues: { email, password: "" }, resolver: zodResolver(schema) })
  const field = useFields(form)
  const [sentAt, setSentAt] = useState<number | null>(null)

  const proceed = ({ token, user }: LoginStep) => {
    if (!token || !user) {
      setSentAt(Date.now())
      return
    }
    toast.success(t("login.done"))
    logIn(token, user)
  }
  const send = useMutation({
    retry: false,
    mutationFn: (body: z.infer<typeof schema>) => logInByPassword(body),
    onSuccess: proceed,
    onError: (error) => refuseFields(form, error),
  })

  if (sentAt !== null && send.variables) {
    const body = send.variables
    return (
      <>
        <Heading title={t("login.codeTitle")}>{t("password.codeLead", { email: body.email })}</Heading>
        <CodeForm
          sentAt={sentAt}
          submit={t("login.verify")}
          back={t("login.back")}
          failed={t("login.verifyFailed")}
          verify={(otp) => logInByPassword(body, otp)}
          onVerified={proceed}
          resend={() => logInByPassword(body)}
          onResent={() => setSentAt(Date.now())}
          onBack={() => setSentAt(null)}
        />
      </>
    )
  }

  return (
    <>
      <Heading title={t("login.title")}>{t("password.lead")}</Heading>
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => {
          onEmail(body.email)
          send.mutate(body)
        })}
        className="space-y-5"
      >
        {send.error && !form.formState.errors.email && !form.formState.errors.password && (
          <Notice tone="danger" announce>
            {errorText(send.error, t("password.failed"))}
          </Notice>
        )}
        <TextField
          {...field("email")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...field("password")} type="password" autoComplete="current-password" />
        <Button type="submit" className="w-full" busy={send.isPending}>
          {t("password.submit")}
        </Button>
      </form>
      <p className="mt-4 text-ink-soft text-sm">{t("password.forgotten")}</p>
      {children}
    </>
  )
}
