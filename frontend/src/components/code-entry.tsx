import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { Button } from "./button"
import { CODE_DIGITS, CodeField } from "./code-field"
import { Resend } from "./resend"

/** A code by mail; `sentAt` is null until one was sent. */
export function useSentCode(ask: () => Promise<unknown>, sentBefore: number | null = null) {
  const [sentAt, setSentAt] = useState(sentBefore)
  const send = useMutation({ mutationFn: ask, onSuccess: () => setSentAt(Date.now()) })
  return { sentAt, send, reset: () => setSentAt(null) }
}

export function selectAll(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}

type CodeEntryOptions<Answer> = {
  check: (code: string) => Promise<Answer>
  onDone?: (answer: Answer) => void
  onRefused?: (error: Error) => void
}

/** State of a code's field and of the code's check; a refused code is selected, to be typed over. */
export function useCodeEntry<Answer>({ check: mutationFn, onDone, onRefused }: CodeEntryOptions<Answer>) {
  const [code, setCode] = useState("")
  const ref = useRef<HTMLInputElement>(null)
  const check = useMutation({
    mutationFn,
    onSuccess: onDone,
    onError: (error) => {
      selectAll(ref.current)
      onRefused?.(error)
    },
  })
  const isComplete = code.length === CODE_DIGITS
  return {
    check,
    isComplete,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      if (isComplete && !check.isPending) check.mutate(code)
    },
    field: {
      ref,
      value: code,
      onValue: (digits: string) => {
        setCode(digits)
        if (check.error) check.reset()
      },
    },
  }
}

type CodeEntryProps = {
  entry: ReturnType<typeof useCodeEntry>
  sent: ReturnType<typeof useSentCode>
  /** The namespace that has the texts, as `code.label` and so on. */
  texts: "cash" | "orders"
  hint?: string
  submitLabel: string
  className?: string
}

/** The form for a code from a mail, with a button that resends it. */
export function CodeEntry({ entry, sent, texts, hint, submitLabel, className = "" }: CodeEntryProps) {
  const { t } = useTranslation(texts)
  const errorText = useErrorText()
  const { check, isComplete, submit, field } = entry
  const { sentAt, send } = sent
  const error = check.error
    ? errorText(check.error, t("code.wrong"))
    : send.error
      ? errorText(send.error, t("code.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={submit} className={`max-w-sm space-y-4 ${className}`}>
      <CodeField {...field} autoFocus label={t("code.label")} hint={hint} error={error} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={check.isPending} disabled={!isComplete}>
          {submitLabel}
        </Button>
        <Resend
          sentAt={sentAt ?? 0}
          busy={send.isPending}
          onClick={() => send.mutate()}
          again={t("code.again")}
          waitText={(seconds) => t("code.againIn", { seconds })}
          readyText={t("code.againNow")}
        />
      </div>
    </form>
  )
}
