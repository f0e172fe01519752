import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { useNow } from "@/lib/time"
import { toast } from "@/lib/toast"
import type { Proof } from "./proof"

const DIGITS = 6
/** The server sends no second code sooner. */
const RESEND_AFTER_MS = 30_000

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
    if (code.length === DIGITS && !verify.isPending) verify.mutate(code)
  }

  const error = verify.error
    ? errorText(verify.error, failed)
    : resend.error
      ? errorText(resend.error, t("login.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-6">
      <TextField
        ref={field}
        label={t("login.code")}
        name="otp"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={code}
        onChange={(event) => {
          // Pasted from a mail it may carry spaces or a dash.
          setCode(event.target.value.replace(/\D/g, "").slice(0, DIGITS))
          if (verify.error) verify.reset()
        }}
        error={error}
      />
      <Button type="submit" className="w-full" busy={verify.isPending} disabled={code.length !== DIGITS}>
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button variant="quiet" size="sm" className="-ml-3.5 pointer-coarse:min-h-11" onClick={onBack}>
          {back}
        </Button>
        <Resend
          until={Math.max(sent.at + RESEND_AFTER_MS, blockedUntil)}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        />
      </div>
    </form>
  )
}

type ResendProps = {
  /** When another mail may be asked for, in milliseconds since 1970. */
  until: number
  busy: boolean
  onClick: () => void
}

/** The way to another mail, or how long it takes until there is one. */
function Resend({ until, busy, onClick }: ResendProps) {
  const { t } = useTranslation("account")
  const now = useNow(1000)
  const wait = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <>
      {wait > 0 ? (
        <p role="timer" className="text-ink-soft text-sm tabular-nums">
          {t("login.resendIn", { count: wait })}
        </p>
      ) : (
        <Button variant="quiet" size="sm" className="pointer-coarse:min-h-11" busy={busy} onClick={onClick}>
          {t("login.resend")}
        </Button>
      )}
      {/* Read out when the wait is over: every second would drown everything else. */}
      <p role="status" className="sr-only">
        {wait > 0 ? "" : t("login.resendNow")}
      </p>
    </>
  )
}
