import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useRef, useState } from "react"
import { Button } from "@/components/button"
import { selectAll, useCodeEntry } from "@/components/code-entry"
import { CODE_DIGITS, CodeField } from "@/components/code-field"
import { Resend } from "@/components/resend"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import type { EmailVerification } from "./email-verification"

type CodeFormProps<Asked, Done> = {
  verification: EmailVerification<Asked, Done>
  sent: NonNullable<EmailVerification<Asked, Done>["sent"]>
  submit: ReactNode
  back: string
  /** The address the code was sent to, unless the step shows it itself. */
  to?: string
  /** Error text when the server sent none. */
  failed: string
  onBack?: () => void
  /** Labels of the two fields when a second code was sent to the account's current address. */
  labels?: { own: string; other: string }
}

/** Return true when the server rejected the proof of ownership rather than the other code. */
const isAboutOwn = (error: Error | null) => error instanceof ApiError && "proof" in error.errors

/** Form for the six-digit code, with a button that resends it. */
export function CodeForm<Asked, Done>(props: CodeFormProps<Asked, Done>) {
  const { verification, sent, back, to, failed, onBack = verification.back, labels } = props
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const [own, setOwn] = useState("")
  const [blockedUntil, setBlockedUntil] = useState(0)
  const ownField = useRef<HTMLInputElement>(null)

  const { check, isComplete, submit, field } = useCodeEntry({
    check: (otp) => verification.verify(sent.asked, otp, own),
    onDone: verification.onDone,
    onRefused: (error) => {
      if (isAboutOwn(error)) selectAll(ownField.current)
      verification.onCodeRefused?.(error)
    },
  })
  const resend = useMutation({
    mutationFn: () => verification.resend(sent.asked),
    onSuccess: () => {
      toast.success(t("login.sent"))
      field.onValue("")
      setOwn("")
      ;(ownField.current ?? field.ref.current)?.focus()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) {
        setBlockedUntil(Date.now() + error.retryAfter * 1000)
      }
    },
  })

  const isReady = isComplete && (!labels || own.length === CODE_DIGITS)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isReady) submit()
  }

  const error = check.error
    ? errorText(check.error, failed)
    : resend.error
      ? errorText(resend.error, t("login.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-6">
      {to && <p className="wrap-anywhere text-ink-soft">{t("login.codeSentTo", { email: to })}</p>}
      {labels && (
        <CodeField
          ref={ownField}
          autoFocus
          label={labels.own}
          value={own}
          onValue={(digits) => {
            setOwn(digits)
            if (check.error) check.reset()
          }}
          error={isAboutOwn(check.error) ? error : undefined}
        />
      )}
      <CodeField
        {...field}
        autoFocus={!labels}
        label={labels?.other ?? t("login.code")}
        error={labels && isAboutOwn(check.error) ? undefined : error}
      />
      <Button type="submit" className="w-full" busy={check.isPending} disabled={!isReady}>
        {props.submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={() => onBack()}>
          {back}
        </Button>
        <Resend
          sentAt={sent.at}
          blockedUntil={blockedUntil}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
          again={t("login.resend")}
          waitText={(count) => t("login.resendIn", { count })}
          readyText={t("login.resendNow")}
        />
      </div>
    </form>
  )
}
