import { zodResolver } from "@hookform/resolvers/zod"
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { useForm, useWatch } from "react-hook-form"
import { Button } from "@/components/button"
import { EmailField, PhoneField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { type TextKey, useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { CodeForm } from "./code-form"
import { useEmailVerification } from "./email-verification"
import { refuseFields, useFields } from "./fields"
import { Heading } from "./heading"
import {
  type LoginInput,
  type LoginMethod,
  type LoginResult,
  loginMethods,
  verifyLogin,
} from "./login-methods"
import { useFinishLogin } from "./use-finish-login"

const TEXT_KEYS = {
  code: { title: "login.title", lead: "login.lead", submit: "login.send", failed: "login.sendFailed" },
  password: {
    title: "login.title",
    lead: "password.lead",
    submit: "password.submit",
    failed: "password.failed",
  },
  register: {
    title: "register.title",
    lead: "register.lead",
    submit: "register.submit",
    failed: "register.failed",
  },
} as const satisfies Record<LoginMethod, Record<string, TextKey<"account">>>
const EMPTY: LoginInput = { name: "", email: "", phone: "", password: "" }

type LoginFormProps = {
  method: LoginMethod
  onMethodChange: (method: LoginMethod) => void
  children: ReactNode
}

/**
 * One form for all login methods: switching between them shows or hides fields and keeps their values and the focused
 * field.
 */
export function LoginForm({ method, onMethodChange, children }: LoginFormProps) {
  const { t } = useTranslation("account")
  const finish = useFinishLogin()
  const [passwordNeeded, setPasswordNeeded] = useState(false)
  const { fields, schema } = loginMethods[method]
  const form = useForm<LoginInput>({
    defaultValues: EMPTY,
    resolver: zodResolver(schema),
    // It follows the order in which fields were registered, not their visual order.
    shouldFocusError: false,
  })
  const field = useFields(form)
  const email = useWatch({ control: form.control, name: "email" })

  const text = TEXT_KEYS[method]

  const verification = useEmailVerification({
    requestCode: ({ method, ...typed }: LoginInput & { method: LoginMethod }) =>
      loginMethods[method].logIn(typed),
    verify: ({ method, ...typed }, otp) => verifyLogin(method, typed, otp),
    onDone: (result: LoginResult) => {
      finish(result, t(method === "register" ? "register.done" : "login.done"))
    },
    onRequestRefused: (error) => refuseFields(form, error),
    onCodeRefused: (error) => {
      // The address belongs to a staff member with a password.
      if (error instanceof ApiError && error.code === "PASSWORD_NEEDED") {
        setPasswordNeeded(true)
        onMethodChange("password")
      }
    },
  })
  const { clearProblem, back } = verification

  const shownMethod = useRef(method)
  // The pressed button has been unmounted: focus a field, in a layout effect so that it precedes the next key press.
  useLayoutEffect(() => {
    if (shownMethod.current === method) return
    shownMethod.current = method
    if (method !== "password") setPasswordNeeded(false)
    form.clearErrors()
    clearProblem()
    back()
    const empty = loginMethods[method].fields.find((name) => form.getValues(name) === "")
    form.setFocus(empty ?? "email")
  }, [method, form, clearProblem, back])

  if (verification.sent?.asked.method === method) {
    const { asked } = verification.sent
    return (
      <>
        <Heading title={t("login.codeTitle")}>
          {t(method === "password" ? "password.codeLead" : "login.codeLead", { email: asked.email })}
        </Heading>
        <CodeForm
          verification={verification}
          sent={verification.sent}
          submit={t(method === "register" ? "register.verify" : "login.verify")}
          back={t(method === "register" ? "register.back" : "login.back")}
          failed={t(method === "register" ? "register.failed" : "login.verifyFailed")}
        />
      </>
    )
  }
  const hasField = (name: keyof LoginInput) => fields.includes(name)
  return (
    <>
      {passwordNeeded && (
        <Notice className="mb-6" announce>
          {t("password.needed")}
        </Notice>
      )}
      <Heading title={t(text.title)}>{t(text.lead)}</Heading>
      <form
        noValidate
        onSubmit={form.handleSubmit(
          (typed) => verification.requestCode({ ...typed, method }),
          (errors) => form.setFocus(fields.find((name) => errors[name]) ?? "email"),
        )}
        className="space-y-5"
      >
        <ErrorNotice error={verification.problem} fallback={t(text.failed)} />
        {hasField("name") && <TextField {...field("name")} autoComplete="name" autoCapitalize="words" />}
        <EmailField {...field("email")} autoComplete={method === "password" ? "username" : "email"} />
        {hasField("phone") && <PhoneField {...field("phone")} />}
        {hasField("password") && (
          <TextField
            {...field("password")}
            type="password"
            autoComplete={method === "register" ? "new-password" : "current-password"}
            hint={method === "register" ? t("password.hint") : undefined}
          />
        )}
        <Button
          type="submit"
          className="w-full"
          busy={verification.requesting}
          disabled={method === "code" && email.trim() === ""}
        >
          {t(text.submit)}
        </Button>
      </form>
      {method === "password" && <p className="mt-4 text-ink-soft text-sm">{t("password.forgotten")}</p>}
      {children}
    </>
  )
}
