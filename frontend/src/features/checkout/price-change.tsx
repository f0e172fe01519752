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
  return (
    <>
      <Notice tone="warning" announce title={why || t("price.title")}>
        <p>{t(why ? "price.without" : "price.text")}</p>
        <p className="mt-2 font-medium tabular-nums">
          {t("price.before")} <s>{formatRupees(attempt.amount)}</s> · {t("price.now")}{" "}
          {formatRupees(quote.totalAmount)}
        </p>
      </Notice>
      <OrderSummary quote={quote} stale={false} />
      <StepFooter>
        <div className="flex justify-between gap-4">
          <Button variant="quiet" onClick={onDecline}>
            {t("price.decline")}
          </Button>
          <Button onClick={onAccept}>{t("price.accept", { amount: formatRupees(quote.totalAmount) })}</Button>
        </div>
      </StepFooter>
    </>
  )
}
