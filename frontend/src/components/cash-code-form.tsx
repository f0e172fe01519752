import { useState } from "react"
import { useTranslation } from "@/i18n"
import { newTotal } from "@/lib/cash"
import { CashPriceChange } from "./cash-price-change"
import { CodeEntry, useCodeEntry, useSentCode } from "./code-entry"

type CashCodeFormProps = {
  /** The amount to pay to the courier, as shown to the shopper. */
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
  const [agreed, setAgreed] = useState(total)
  const sent = useSentCode(resend, Date.now())
  const entry = useCodeEntry({ check: (code) => confirm(code, now ?? agreed), onDone: onConfirmed })
  const { error, reset } = entry.check
  const now = newTotal(error)
  if (now !== null) {
    return (
      <CashPriceChange
        error={error}
        before={agreed}
        now={now}
        onAccept={() => {
          setAgreed(now)
          entry.submit()
        }}
        onDecline={() => {
          reset()
          onDeclined?.()
        }}
      />
    )
  }
  return <CodeEntry entry={entry} sent={sent} texts="cash" submitLabel={t("code.confirm")} />
}
