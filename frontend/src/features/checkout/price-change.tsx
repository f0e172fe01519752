import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"
import { OrderSummary } from "./order-summary"
import { StepFooter } from "./step-footer"

type PriceChangeProps = {
  /** Rupees, as the shopper had seen them. */
  before: number
  quote: Quote
  onAccept: () => void
  onDecline: () => void
}

/** Nobody pays a price they have not seen: the new one is put to the shopper first. */
export function PriceChange({ before, quote, onAccept, onDecline }: PriceChangeProps) {
  const { t } = useTranslation("checkout")
  return (
    <>
      <Notice tone="warning" announce title={t("price.title")}>
        <p>{t("price.text")}</p>
        <p className="mt-2 font-medium tabular-nums">
          {t("price.before")} <s>{formatRupees(before)}</s> · {t("price.now")}{" "}
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
