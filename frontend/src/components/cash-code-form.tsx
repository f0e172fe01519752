import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newTotal } from "@/lib/cash"
import { Button } from "./button"
import { CashPriceChange } from "./cash-price-change"
import { CODE_DIGITS, CodeField } from "./code-field"
import { Resend } from "./resend"

type CashCodeFormProps = {
  /** What the shopper was told to pay to the courier. */
  total: number
  confirm: (code: string, amount: number) => Promise<unknown>
  resend: () => Promise<unknown>
  onConfirmed: () => void
  /** The shopper does not want the order at another price. */
  onDeclined?: () => void
}

/** The code from the mail that places an order which is paid to the courier. */
export function CashCodeForm({ total, confirm, resend, onConfirmed, onDeclined }: CashCodeFormProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const [code, setCode] = useState("")
  const [agreed, setAgreed] = useState(total)
  const [sentAt, setSentAt] = useState(() => Date.now())
  const field = useRef<HTMLInputElement>(null)
  const sending = useMutation({ mutationFn: resend, onSuccess: () => setSentAt(Date.now()) })
  const confirming = useMutation({
    mutationFn: (amount: number) => confirm(code, amount),
    onSuccess: onConfirmed,
    onError: () => {
      field.current?.focus()
      field.current?.select()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === CODE_DIGITS && !confirming.isPending) confirming.mutate(agreed)
  }

  const now = newTotal(confirming.error)
  if (now !== null) {
    return (
      <CashPriceChange
        error={confirming.error}
        before={agreed}
        now={now}
        onAccept={() => {
          setAgreed(now)
          confirming.mutate(now)
        }}
        onDecline={() => {
          confirming.reset()
          onDeclined?.()
        }}
      />
    )
  }

  const error = confirming.error
    ? errorText(confirming.error, t("code.failed"))
    : sending.error
      ? errorText(sending.error, t("code.sendFailed"))
      : undefined
  return (
    <form noValidate onSubmit={submit} className="max-w-sm space-y-4">
      <CodeField
        ref={field}
        autoFocus
        label={t("code.label")}
        value={code}
        onValue={(digits) => {
          setCode(digits)
          if (confirming.error) confirming.reset()
        }}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={confirming.isPending} disabled={code.length !== CODE_DIGITS}>
          {t("code.confirm")}
        </Button>
        <Resend
          sentAt={sentAt}
          busy={sending.isPending}
          onClick={() => sending.mutate()}
          again={t("code.again")}
          waitText={(seconds) => t("code.againIn", { seconds })}
          readyText={t("code.againNow")}
        />
      </div>
    </form>
  )
}
