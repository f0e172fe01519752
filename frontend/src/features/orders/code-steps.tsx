import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { Button } from "@/components/button"
import { CODE_DIGITS, CodeField } from "@/components/code-field"
import { Resend } from "@/components/resend"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"

type CodeStepsProps = {
  /** Have a code mailed. */
  ask: () => Promise<unknown>
  /** Exchange the code for access. */
  check: (code: string) => Promise<unknown>
  askLabel: string
  checkLabel?: string | undefined
}

/** A code by mail; `sentAt` is null until one was sent. */
export function useSentCode(ask: () => Promise<unknown>) {
  const [sentAt, setSentAt] = useState<number | null>(null)
  const send = useMutation({ mutationFn: ask, onSuccess: () => setSentAt(Date.now()) })
  return { sentAt, send, reset: () => setSentAt(null) }
}

/** Ask for a code by mail, then enter it. */
export function CodeSteps({ ask, check, askLabel, checkLabel }: CodeStepsProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const { sentAt, send } = useSentCode(ask)
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
  return <EnterCode check={check} sentAt={sentAt} send={send} checkLabel={checkLabel} />
}

type EnterCodeProps = Pick<CodeStepsProps, "check" | "checkLabel"> & {
  sentAt: number
  send: Sending
}

type Sending = { mutate: () => void; isPending: boolean; error: Error | null }

export function EnterCode({ check, sentAt, send, checkLabel }: EnterCodeProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const [code, setCode] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const verify = useMutation({
    mutationFn: check,
    onError: () => {
      field.current?.focus()
      field.current?.select()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === CODE_DIGITS && !verify.isPending) verify.mutate(code)
  }

  const error = verify.error
    ? errorText(verify.error, t("code.wrong"))
    : send.error
      ? errorText(send.error, t("code.failed"))
      : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-4 max-w-sm space-y-4">
      <CodeField
        ref={field}
        autoFocus
        label={t("code.label")}
        hint={t("code.hint")}
        value={code}
        onValue={(digits) => {
          setCode(digits)
          if (verify.error) verify.reset()
        }}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={verify.isPending} disabled={code.length !== CODE_DIGITS}>
          {checkLabel ?? t("code.check")}
        </Button>
        <ResendCode sentAt={sentAt} send={send} />
      </div>
    </form>
  )
}

export function ResendCode({ sentAt, send }: { sentAt: number; send: Sending }) {
  const { t } = useTranslation("orders")
  return (
    <Resend
      sentAt={sentAt}
      busy={send.isPending}
      onClick={send.mutate}
      again={t("code.again")}
      waitText={(seconds) => t("code.again_in", { seconds })}
      readyText={t("code.again_now")}
    />
  )
}
