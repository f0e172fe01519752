import { zodResolver } from "@hookform/resolvers/zod"
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { useForm, useWatch } from "react-hook-form"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { type TextKey, useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { tellOfGuestOrders } from "@/lib/guest-orders"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { Heading } from "./heading"
import { useProof } from "./proof"
import { SendProblem } from "./send-problem"
import { type Entry, type Typed, type Way, ways } from "./ways"

const WORDS = {
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
} as const satisfies Record<Way, Record<string, TextKey<"account">>>
const EMPTY: Typed = { name: "", email: "", phone: "", password: "" }

type LoginFormProps = { way: Way; onWay: (way: Way) => void; children: ReactNode }

/**
 * One form for all the ways in: going from one to another adds or takes away fields, and what has been typed, down
 * to the field one is typing in, stays.
 */
export function LoginForm({ way, onWay, children }: LoginFormProps) {
  const { t } = useTranslation("account")
  const navigate = useNavigate()
  const logIn = useSession((session) => session.logIn)
  const [passwordNeeded, setPasswordNeeded] = useState(false)
  const { fields, schema } = ways[way]
  const form = useForm<Typed>({
    defaultValues: EMPTY,
    resolver: zodResolver(schema),
    // It would go by the order in which the fields first appeared, not by the one they stand in.
    shouldFocusError: false,
  })
  const field = useFields(form)
  const email = useWatch({ control: form.control, name: "email" })

  const text = WORDS[way]

  const proof = useProof({
    ask: (asked: Typed & { way: Way }) => ways[asked.way].ask(asked),
    verify: (asked, otp) => ways[asked.way].verify(asked, otp),
    onDone: (entry: Entry) => {
      // Staff are not in yet: their second factor follows.
      if (entry.user.role === "customer")
        toast.success(t(way === "register" ? "register.done" : "login.done"))
      logIn(entry)
      void tellOfGuestOrders(t("login.guestOrders"), t("login.seeGuestOrders"), () => navigate("/orders"))
    },
    onAskRefused: (error) => refuseFields(form, error),
    onCodeRefused: (error) => {
      // The address is a member of staff's who has a password.
      if (error instanceof ApiError && error.code === "PASSWORD_NEEDED") {
        setPasswordNeeded(true)
        onWay("password")
      }
    },
  })
  const { forgetProblem, back } = proof

  const shownWay = useRef(way)
  // The button that was pressed has gone with its way; before the next key is pressed, hence not a mere effect.
  useLayoutEffect(() => {
    if (shownWay.current === way) return
    shownWay.current = way
    if (way !== "password") setPasswordNeeded(false)
    form.clearErrors()
    forgetProblem()
    back()
    const empty = ways[way].fields.find((name) => form.getValues(name) === "")
    form.setFocus(empty ?? "email")
  }, [way, form, forgetProblem, back])

  if (proof.sent?.asked.way === way) {
    const { asked } = proof.sent
    return (
      <>
        <Heading title={t("login.codeTitle")}>
          {t(way === "password" ? "password.codeLead" : "login.codeLead", { email: asked.email })}
        </Heading>
        <CodeForm
          proof={proof}
          sent={proof.sent}
          submit={t(way === "register" ? "register.verify" : "login.verify")}
          back={t(way === "register" ? "register.back" : "login.back")}
          failed={t(way === "register" ? "register.failed" : "login.verifyFailed")}
        />
      </>
    )
  }
  const asks = (name: keyof Typed) => fields.includes(name)
  return (
    <>
      {passwordNeeded && (
        <div className="mb-6">
          <Notice announce>{t("password.needed")}</Notice>
        </div>
      )}
      <Heading title={t(text.title)}>{t(text.lead)}</Heading>
      <form
        noValidate
        onSubmit={form.handleSubmit(
          (typed) => proof.ask({ ...typed, way }),
          (errors) => form.setFocus(fields.find((name) => errors[name]) ?? "email"),
        )}
        className="space-y-5"
      >
        <SendProblem error={proof.problem} fallback={t(text.failed)} />
        {asks("name") && <TextField {...field("name")} autoComplete="name" autoCapitalize="words" />}
        <EmailField {...field("email")} autoComplete={way === "password" ? "username" : "email"} />
        {asks("phone") && <TextField {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" />}
        {asks("password") && (
          <TextField
            {...field("password")}
            type="password"
            autoComplete={way === "register" ? "new-password" : "current-password"}
            hint={way === "register" ? t("password.hint") : undefined}
          />
        )}
        <Button
          type="submit"
          className="w-full"
          busy={proof.asking}
          disabled={way === "code" && email.trim() === ""}
        >
          {t(text.submit)}
        </Button>
      </form>
      {way === "password" && <p className="mt-4 text-ink-soft text-sm">{t("password.forgotten")}</p>}
      {children}
    </>
  )
}
