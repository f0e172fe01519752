import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { OrderSummary } from "./order-summary"
import { StepFooter } from "./step-footer"
import type { Change } from "./use-pay"

type PriceChangeProps = {
  change: Change
  onAccept: () => void
  onDecline: () => void
}

/** Confirmation of a changed price before the payment. */
export function PriceChange({ change, onAccept, onDecline }: PriceChangeProps) {
  const { t } = useTranslation("checkout")
  const { attempt, quote, why } = change
  const { cashFee } = attempt
  const now = formatRupees(quote.totalAmount + (cashFee ?? 0))
  return (
    <>
      <Notice tone="warning" announce title={why || t("price.title")}>
        <p>{t(why ? "price.without" : "price.text")}</p>
        <p className="mt-2 font-medium tabular-nums">
          {t("price.before")} <s translate="no">{formatRupees(attempt.amount + (cashFee ?? 0))}</s> ·{" "}
          {t("price.now")} <span translate="no">{now}</span>
        </p>
      </Notice>
      <OrderSummary quote={quote} stale={false} cashFee={cashFee} />
      <StepFooter>
        <div className="flex justify-between gap-4">
          <Button variant="quiet" onClick={onDecline}>
            {t("price.decline")}
          </Button>
          <Button onClick={onAccept}>{t("price.accept", { amount: now })}</Button>
        </div>
      </StepFooter>
    </>
  )
}
