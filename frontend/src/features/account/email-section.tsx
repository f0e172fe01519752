import { zodResolver } from "@hookform/resolvers/zod"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { z } from "zod"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { email as emailRule } from "@/lib/person"
import { toast } from "@/lib/toast"
import type { User } from "@/stores/session"
import { AskButtons } from "./ask-buttons"
import { changeEmail, sendEmailCode } from "./calls"
import { CodeForm } from "./code-form"
import { draftOf, useDraft } from "./drafts"
import { refuseFields, useFields } from "./fields"
import { useProof } from "./proof"
import { Section } from "./section"
import { SendProblem } from "./send-problem"
import { useShowUser } from "./use-account"

const schema = z.object({ email: emailRule })

/** The address to log in with; a new one counts once the code sent to it has come back. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const [changing, setChanging] = useState(() => draftOf("email", user._id) !== null)
  return (
    <Section title={t("email.title")} lead={t("email.lead")}>
      <p className="break-words font-medium">{user.email}</p>
      {changing ? (
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
  const proof = useProof({
    ask: async ({ email }: z.infer<typeof schema>): Promise<User | null> => {
      await sendEmailCode(email)
      return null
    },
    verify: ({ email }, otp) => changeEmail(email, otp),
    onDone: (changed) => {
      toast.success(t("profile.saved"))
      showUser(changed)
      onDone()
    },
    onAskRefused: (error) => refuseFields(form, error),
  })

  if (proof.sent) {
    return (
      <>
        <p className="mb-5 break-words text-ink-soft">
          {t("login.codeLead", { email: proof.sent.asked.email })}
        </p>
        <CodeForm
          proof={proof}
          sent={proof.sent}
          submit={t("email.confirm")}
          back={t("login.back")}
          failed={t("profile.saveFailed")}
        />
      </>
    )
  }
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => proof.ask(body))} className="space-y-5">
      <SendProblem error={proof.problem} fallback={t("login.sendFailed")} />
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
      <AskButtons busy={proof.asking} onCancel={onDone} />
    </form>
  )
}
