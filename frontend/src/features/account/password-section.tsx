import { zodResolver } from "@hookform/resolvers/zod"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { newPassword } from "@/lib/person-fields"
import { toast } from "@/lib/toast"
import { z } from "@/lib/zod"
import { replaceSession, type User } from "@/stores/session"
import { CodeForm } from "./code-form"
import { refuseFields, useFields } from "./fields"
import { OwnerProof, useOwnerChange } from "./owner-proof"
import { Section } from "./section"
import { useShowUser } from "./use-account"
import { VerificationButtons } from "./verification-buttons"

const schema = z.object({ password: newPassword })

/** Set or change the password, which only staff must have. */
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
  const showUser = useShowUser()
  const form = useForm({ defaultValues: { password: "" }, resolver: zodResolver(schema) })
  const field = useFields(form)
  const { verification, proof } = useOwnerChange({
    purpose: "password",
    change: (proof, { password }: z.infer<typeof schema>) =>
      replaceSession(() => unwrap(api.PUT("/api/auth/password", { body: { password, proof } }))),
    onRequestRefused: (error) => refuseFields(form, error),
    onDone: ({ user: saved }) => {
      toast.success(t("password.saved"))
      showUser(saved)
      onDone()
    },
    onCodeRefused: (error) => {
      // The new password was rejected: return to its field with the server's error.
      if (refuseFields(form, error)) verification.back()
    },
  })

  if (verification.sent) {
    return (
      <CodeForm
        to={user.email}
        verification={verification}
        sent={verification.sent}
        submit={t("password.save")}
        back={t("password.other")}
        failed={t("profile.saveFailed")}
      />
    )
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => verification.requestCode(body))}
      className="space-y-5"
    >
      <ErrorNotice error={verification.problem} fallback={t("login.sendFailed")} />
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
      <OwnerProof user={user} {...proof} />
      <VerificationButtons user={user} busy={verification.requesting} onCancel={onDone} />
    </form>
  )
}
