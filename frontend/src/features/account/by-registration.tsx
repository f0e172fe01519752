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
import { email as emailRule, line, newPassword, phone } from "@/lib/person"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { register } from "./calls"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { Heading } from "./heading"

const schema = z.object({ name: line, email: emailRule, phone, password: newPassword })

type ByRegistrationProps = { email: string; onEmail: (email: string) => void; children: ReactNode }

/** Open an account with a password; the code proves the address before anything is kept. */
export function ByRegistration({ email, onEmail, children }: ByRegistrationProps) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const logIn = useSession((session) => session.logIn)
  const form = useForm({
    defaultValues: { name: "", email, phone: "", password: "" },
    resolver: zodResolver(schema),
    mode: "onTouched",
  })
  const field = useFields(form)
  const [sentAt, setSentAt] = useState<number | null>(null)

  const send = useMutation({
    retry: false,
    mutationFn: (body: z.infer<typeof schema>) => register(body),
    onSuccess: () => {
      toast.success(t("login.sent"))
      setSentAt(Date.now())
    },
    onError: (error) => refuseFields(form, error),
  })

  if (sentAt !== null && send.variables) {
    const body = send.variables
    return (
      <>
        <Heading title={t("login.codeTitle")}>{t("login.codeLead", { email: body.email })}</Heading>
        <CodeForm
          sentAt={sentAt}
          submit={t("register.verify")}
          back={t("register.back")}
          failed={t("register.failed")}
          verify={(otp) => register(body, otp)}
          onVerified={({ token, user }) => {
            if (!token || !user) return
            toast.success(t("register.done"))
            logIn(token, user)
          }}
          resend={() => register(body)}
          onResent={() => setSentAt(Date.now())}
          onBack={() => setSentAt(null)}
        />
      </>
    )
  }

  const refusedElsewhere = send.error && Object.keys(form.formState.errors).length === 0
  return (
    <>
      <Heading title={t("register.title")}>{t("register.lead")}</Heading>
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => {
          onEmail(body.email)
          send.mutate(body)
        })}
        className="space-y-5"
      >
        {refusedElsewhere && (
          <Notice tone="danger" announce>
            {errorText(send.error, t("register.failed"))}
          </Notice>
        )}
        <TextField {...field("name")} autoComplete="name" autoCapitalize="words" />
        <TextField
          {...field("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" />
        <TextField
          {...field("password")}
          type="password"
          autoComplete="new-password"
          hint={t("password.hint")}
        />
        <Button type="submit" className="w-full" busy={send.isPending}>
          {t("register.submit")}
        </Button>
      </form>
      {children}
    </>
  )
}
