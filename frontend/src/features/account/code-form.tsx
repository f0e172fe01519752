import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { useNow } from "@/lib/time"
import { toast } from "@/lib/toast"

const DIGITS = 6
/** The server sends no second code sooner. */
const RESEND_AFTER_MS = 30_000

type CodeFormProps<T> = {
  /** When the last code was sent, in milliseconds since 1970. */
  sentAt: number
  submit: ReactNode
  back: string
  /** What is said when a refusal has no words of its own. */
  failed: string
  verify: (otp: string) => Promise<T>
  onVerified: (answer: T) => void
  onRefused?: (error: Error) => void
  resend: () => Promise<unknown>
  onResent: () => void
  onBack: () => void
}

/** The six digits from the mail, and another mail if none came. */
export function CodeForm<T>(props: CodeFormProps<T>) {
  const { sentAt, submit, back, failed, onVerified, onRefused, onResent, onBack } = props
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const [code, setCode] = useState("")
  const [blockedUntil, setBlockedUntil] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // The step appears because a code was asked for: the field is where the reader goes on.
  useEffect(() => field.current?.focus(), [])

  const verify = useMutation({
    retry: false,
    mutationFn: props.verify,
    onSuccess: onVerified,
    onError: (error) => {
      field.current?.focus()
      field.current?.select()
      onRefused?.(error)
    },
  })
  const resend = useMutation({
    retry: false,
    mutationFn: props.resend,
    onSuccess: () => {
      toast.success(t("login.sent"))
      setCode("")
      verify.reset()
      field.current?.focus()
      onResent()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) {
        setBlockedUntil(Date.now() + error.retryAfter * 1000)
      }
    },
  })
  const now = useNow(1000)
  const wait = Math.max(0, Math.ceil((Math.max(sentAt + RESEND_AFTER_MS, blockedUntil) - now) / 1000))

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
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={onBack}>
          {back}
        </Button>
        {wait > 0 ? (
          <p className="text-ink-soft text-sm tabular-nums">{t("login.resendIn", { count: wait })}</p>
        ) : (
          <Button variant="quiet" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
            {t("login.resend")}
          </Button>
        )}
      </div>
    </form>
  )
}
