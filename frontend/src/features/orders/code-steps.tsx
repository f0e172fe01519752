import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { useNow } from "@/lib/time"

const DIGITS = 6
/** The server sends no second code sooner. */
const RESEND_AFTER_MS = 30_000

type CodeStepsProps = {
  /** Have a code mailed. */
  ask: () => Promise<unknown>
  /** Exchange the code for what it opens. */
  check: (code: string) => Promise<unknown>
  askLabel: string
}

/** Ask for a code by mail, then enter it. */
export function CodeSteps({ ask, check, askLabel }: CodeStepsProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const [sentAt, setSentAt] = useState<number | null>(null)
  const send = useMutation({ retry: false, mutationFn: ask, onSuccess: () => setSentAt(Date.now()) })
  if (sentAt === null) {
    return (
      <div className="mt-4">
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          {askLabel}
        </Button>
        {send.error && (
          <p role="alert" className="mt-2 text-danger text-sm">
            {errorText(send.error, t("code.failed"))}
          </p>
        )}
      </div>
    )
  }
  return <CodeField check={check} sentAt={sentAt} send={send} />
}

type CodeFieldProps = {
  check: (code: string) => Promise<unknown>
  sentAt: number
  send: { mutate: () => void; isPending: boolean; error: Error | null }
}

function CodeField({ check, sentAt, send }: CodeFieldProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const [code, setCode] = useState("")
  const field = useRef<HTMLInputElement>(null)
  // The step appears because a code was asked for: the field is where the reader goes on.
  useEffect(() => field.current?.focus(), [])
  const verify = useMutation({
    retry: false,
    mutationFn: check,
    onError: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const wait = Math.max(0, Math.ceil((sentAt + RESEND_AFTER_MS - useNow(1000)) / 1000))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === DIGITS && !verify.isPending) verify.mutate(code)
  }

  const error = verify.error
    ? errorText(verify.error, t("code.wrong"))
    : send.error
      ? errorText(send.error, t("code.failed"))
      : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-4 max-w-sm space-y-4">
      <TextField
        ref={field}
        label={t("code.label")}
        hint={t("code.hint")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        // Pasted from a mail it may carry spaces or a dash.
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, "").slice(0, DIGITS))
          if (verify.error) verify.reset()
        }}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={verify.isPending} disabled={code.length !== DIGITS}>
          {t("code.check")}
        </Button>
        {wait > 0 ? (
          <p className="text-ink-soft text-sm tabular-nums">{t("code.again_in", { seconds: wait })}</p>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            className="pointer-coarse:min-h-11"
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {t("code.again")}
          </Button>
        )}
      </div>
    </form>
  )
}
