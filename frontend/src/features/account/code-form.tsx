import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { CODE_DIGITS, CodeField } from "@/components/code-field"
import { Resend } from "@/components/resend"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import type { Proof } from "./proof"

type CodeFormProps<Asked, Done> = {
  proof: Proof<Asked, Done>
  sent: NonNullable<Proof<Asked, Done>["sent"]>
  submit: ReactNode
  back: string
  /** What is said when a refusal has no words of its own. */
  failed: string
  onBack?: () => void
}

/** The six digits from the mail, and another mail if none came. */
export function CodeForm<Asked, Done>(props: CodeFormProps<Asked, Done>) {
  const { proof, sent, submit, back, failed, onBack = proof.back } = props
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const [code, setCode] = useState("")
  const [blockedUntil, setBlockedUntil] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // The step appears because a code was asked for: the field is where the reader goes on.
  useEffect(() => field.current?.focus(), [])

  const verify = useMutation({
    retry: false,
    mutationFn: (otp: string) => proof.verify(sent.asked, otp),
    onSuccess: proof.onDone,
    onError: (error) => {
      field.current?.focus()
      field.current?.select()
      proof.onCodeRefused?.(error)
    },
  })
  const resend = useMutation({
    retry: false,
    mutationFn: () => proof.askAgain(sent.asked),
    onSuccess: () => {
      toast.success(t("login.sent"))
      setCode("")
      verify.reset()
      field.current?.focus()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) {
        setBlockedUntil(Date.now() + error.retryAfter * 1000)
      }
    },
  })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (code.length === CODE_DIGITS && !verify.isPending) verify.mutate(code)
  }

  const error = verify.error
    ? errorText(verify.error, failed)
    : resend.error
      ? errorText(resend.error, t("login.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-6">
      <CodeField
        ref={field}
        label={t("login.code")}
        value={code}
        onValue={(digits) => {
          setCode(digits)
          if (verify.error) verify.reset()
        }}
        error={error}
      />
      <Button type="submit" className="w-full" busy={verify.isPending} disabled={code.length !== CODE_DIGITS}>
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button variant="quiet" size="sm" className="-ml-3.5 pointer-coarse:min-h-11" onClick={onBack}>
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
