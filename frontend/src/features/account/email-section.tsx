import { zodResolver } from "@hookform/resolvers/zod"
import { useRef, useState } from "react"
import { useForm } from "react-hook-form"
import { Button } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { useTranslation } from "@/i18n"
import { ApiError, api, unwrap } from "@/lib/api"
import { email as emailRule } from "@/lib/person-fields"
import { toast } from "@/lib/toast"
import { z } from "@/lib/zod"
import { replaceSession, type User } from "@/stores/session"
import { CodeForm } from "./code-form"
import { draftOf, useDraft } from "./drafts"
import { useEmailVerification } from "./email-verification"
import { refuseFields, useFields } from "./fields"
import { byCode, byPassword, OwnerProof, sendConfirmation } from "./owner-proof"
import { Section } from "./section"
import { useShowUser } from "./use-account"
import { VerificationButtons } from "./verification-buttons"

const schema = z.object({ email: emailRule })

/** The login address; a new one takes effect once it is verified by a code. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [changing, setChanging] = useState(() => draftOf("email", user._id) !== null)
  return (
    <Section title={t("email.title")} lead={t("email.lead")}>
      <p className="wrap-anywhere font-medium" translate="no">
        {user.email}
      </p>
      {user.role !== "customer" ? (
        <p className="mt-3 text-ink-soft text-sm">{t("email.staff")}</p>
      ) : changing ? (
        <div className="mt-6 max-w-md">
          <Change user={user} onDone={() => setChanging(false)} />
        </div>
      ) : (
        <Button variant="secondary" className="mt-5 max-sm:w-full" onClick={() => setChanging(true)}>
          {t("email.change")}
        </Button>
      )}
    </Section>
  )
}

function Change({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation("account")
  const showUser = useShowUser()
  const form = useForm({ defaultValues: { email: "" }, resolver: zodResolver(schema) })
  const field = useFields(form)
  useDraft("email", user._id, form)
  const [current, setCurrent] = useState("")
  // The new address whose code is still valid although the password was rejected.
  const sentTo = useRef("")
  const verification = useEmailVerification({
    requestCode: async ({
      email,
      current,
    }: z.infer<typeof schema> & { current: string }): Promise<User | null> => {
      const isSent = sentTo.current === email
      sentTo.current = ""
      if (!isSent) await unwrap(api.POST("/api/auth/email/send-otp", { body: { email } }))
      if (!current) await sendConfirmation("move")
      return null
    },
    verify: async ({ email, current }, otp, own) => {
      const body = { email, otp, proof: current ? byPassword(current) : byCode(own) }
      return (await replaceSession(() => unwrap(api.PUT("/api/auth/email", { body })))).user
    },
    onCodeRefused: (error) => {
      if (!(error instanceof ApiError && error.code === "PASSWORD_WRONG")) return
      sentTo.current = verification.sent?.asked.email ?? ""
      verification.back(error)
    },
    onDone: (changed) => {
      toast.success(t("email.changed"))
      showUser(changed)
      onDone()
    },
    onRequestRefused: (error) => refuseFields(form, error),
  })

  if (verification.sent) {
    const { email, current } = verification.sent.asked
    return (
      <>
        <p className="mb-5 wrap-anywhere text-ink-soft">{t("login.codeLead", { email })}</p>
        <CodeForm
          verification={verification}
          sent={verification.sent}
          submit={t("email.confirm")}
          back={t("login.back")}
          failed={t("profile.saveFailed")}
          labels={
            current
              ? undefined
              : { own: t("email.ownCode", { email: user.email }), other: t("email.newCode", { email }) }
          }
        />
      </>
    )
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => verification.requestCode({ ...body, current }))}
      className="space-y-5"
    >
      <ErrorNotice error={verification.problem} fallback={t("login.sendFailed")} />
      <EmailField {...field("email")} autoFocus label={t("email.new")} />
      <OwnerProof user={user} value={current} onValue={setCurrent} />
      <VerificationButtons user={user} busy={verification.requesting} onCancel={onDone} />
    </form>
  )
}
