import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, api, unwrap } from "@/lib/api"
import { useNow } from "@/lib/time"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { useSendCode } from "./send-code"

const DIGITS = 6
/** The server sends no second code sooner. */
const RESEND_AFTER_MS = 30_000

type CodeStepProps = { email: string; sentAt: number; onResent: () => void; onBack: () => void }

export function CodeStep({ email, sentAt, onResent, onBack }: CodeStepProps) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const logIn = useSession((session) => session.logIn)
  const [code, setCode] = useState("")
  const [blockedUntil, setBlockedUntil] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // The step appears because a code was asked for: the field is where the reader goes on.
  useEffect(() => field.current?.focus(), [])

  const verify = useMutation({
    retry: false,
    mutationFn: (otp: string) => unwrap(api.POST("/api/auth/verify-otp", { body: { email, otp } })),
    onSuccess: ({ token, user }) => {
      toast.success(t("login.done"))
      logIn(token, user)
    },
    onError: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const resend = useSendCode(() => {
    setCode("")
    verify.reset()
    onResent()
  })
  const waitUntil = Math.max(sentAt + RESEND_AFTER_MS, blockedUntil)
  const now = useNow(1000)
  const wait = Math.max(0, Math.ceil((waitUntil - now) / 1000))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === DIGITS && !verify.isPending) verify.mutate(code)
  }

  const error = verify.error
    ? errorText(verify.error, t("login.verifyFailed"))
    : resend.error
      ? errorText(resend.error, t("login.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={submit} className="space-y-6">
      <div>
        <h1 className="text-3xl">{t("login.codeTitle")}</h1>
        <p className="mt-3 text-ink-soft">{t("login.codeLead", { email })}</p>
      </div>
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
        {t("login.verify")}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={onBack}>
          {t("login.back")}
        </Button>
        {wait > 0 ? (
          <p className="text-ink-soft text-sm tabular-nums">{t("login.resendIn", { count: wait })}</p>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            busy={resend.isPending}
            onClick={() =>
              resend.mutate(email, {
                onError: (problem) => {
                  if (problem instanceof ApiError && problem.retryAfter) {
                    setBlockedUntil(Date.now() + problem.retryAfter * 1000)
                  }
                },
              })
            }
          >
            {t("login.resend")}
          </Button>
        )}
      </div>
    </form>
  )
}
