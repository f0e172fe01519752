import { useEffect, useRef } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { Button } from "./button"
import { Notice } from "./notice"

type CashPriceChangeProps = {
  /** The refusal that names the new price. */
  error: unknown
  before: number
  now: number
  onAccept: () => void
  onDecline: () => void
}

/** Another total of an order that is paid to the courier, for the shopper to agree to or not. */
export function CashPriceChange({ error, before, now, onAccept, onDecline }: CashPriceChangeProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const section = useRef<HTMLDivElement>(null)
  // It takes the place of the button that was pressed.
  useEffect(() => {
    section.current?.focus()
  }, [])
  return (
    <div ref={section} tabIndex={-1} className="space-y-4 outline-none">
      <Notice tone="warning" announce title={errorText(error)}>
        <p>{t("price.text")}</p>
        <p className="mt-2 font-medium tabular-nums">
          {t("price.before")} <s translate="no">{formatRupees(before)}</s> · {t("price.now")}{" "}
          <span translate="no">{formatRupees(now)}</span>
        </p>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAccept}>{t("price.accept", { amount: formatRupees(now) })}</Button>
        <Button variant="quiet" onClick={onDecline}>
          {t("price.decline")}
        </Button>
      </div>
    </div>
  )
}
