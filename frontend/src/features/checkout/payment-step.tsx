import { Lock } from "lucide-react"
import { Button } from "@/components/button"
import { lazyPart } from "@/components/lazy-with-retry"
import { Notice } from "@/components/notice"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation, withTexts } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { isIndianState } from "@/lib/indian-states"
import { useBuyNow } from "@/stores/buy-now"
import { CartChangedNotice, interruptionOf, PayButton, PaymentError, PaymentMethods } from "./checkout-parts"
import { type Details, fullName } from "./details"
import { DiscountField } from "./discount-field"
import { OrderSummary } from "./order-summary"
import { StepFooter } from "./step-footer"
import { type CheckoutOptions, useCheckout } from "./use-checkout"

// Lazily loaded: it renders something only while a payment method is in trouble.
const CheckoutPaymentNotice = lazyPart(
  () => withTexts(import("./checkout-payment-notice"), "payHealth"),
  "CheckoutPaymentNotice",
)

export type PaymentStepProps = Pick<
  CheckoutOptions,
  "items" | "fromCart" | "quote" | "stale" | "onRefused"
> & {
  details: Details
  /** Leads back to the selection, with its label. */
  onChoose: () => void
  chooseLabel: string
  onBack: () => void
}

export function PaymentStep({ details, onChoose, chooseLabel, onBack, ...rest }: PaymentStepProps) {
  const { fromCart, stale } = rest
  const { data: quote, error: quoteError } = rest.quote
  const { t } = useTranslation(["checkout", "cash"])
  const errorText = useErrorText()
  const close = useBuyNow((state) => state.close)
  const checkout = useCheckout({ ...rest, pincode: details.pincode, onPlaced: close })
  const { free, method, cashFee, busy, stop, otherChoice, undeliverable } = checkout
  const interruption = interruptionOf(checkout, close)
  if (interruption) return interruption

  const state = isIndianState(details.state) ? t(`states.${details.state}`) : details.state
  const submit = () => checkout.submit(details)
  return (
    <>
      {quote ? (
        <OrderSummary quote={quote} stale={stale} cashFee={cashFee}>
          <DiscountField quote={quote} stale={stale} disabled={busy} />
        </OrderSummary>
      ) : quoteError ? (
        <Notice tone="warning" announce>
          {errorText(quoteError)}
        </Notice>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}

      <section aria-labelledby="delivery-to" className="flex items-start justify-between gap-4">
        <div className="min-w-0 text-sm">
          <h3 id="delivery-to" className="font-medium font-text text-base tracking-normal">
            {t("pay.to")}
          </h3>
          <p className="mt-1">{fullName(details)}</p>
          {details.gstin && (
            <p className="text-ink-soft">
              <span translate="no">{details.businessName}</span> · {t("fields.gstin")}{" "}
              <span translate="no">{details.gstin}</span>
            </p>
          )}
          <p className="text-ink-soft" translate="no">
            {details.street}, {details.city}, {state} {details.pincode}
          </p>
          <p className="text-ink-soft" translate="no">
            {details.email} · {details.phone}
          </p>
        </div>
        <Button variant="quiet" size="sm" className="max-sm:min-h-11" disabled={busy} onClick={onBack}>
          {t("pay.edit")}
        </Button>
      </section>

      {undeliverable && <Notice tone="warning" announce title={undeliverable} />}
      <PaymentMethods checkout={checkout} />
      {free && <p className="font-medium">{t("pay.nothing")}</p>}
      {!free && method === "online" && (
        <p className="flex gap-3 text-ink-soft text-sm">
          <Lock className="mt-0.5 size-4 shrink-0" />
          {t("pay.where")}
        </p>
      )}

      {!free && (
        <SectionBoundary fallback={null}>
          <CheckoutPaymentNotice />
        </SectionBoundary>
      )}
      <CartChangedNotice checkout={checkout} />
      {/* One product's line is shown above all steps. */}
      <PaymentError checkout={checkout} onRetry={submit} withProducts={fromCart} />

      <StepFooter>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" disabled={busy} onClick={otherChoice ? onChoose : onBack}>
            {otherChoice ? chooseLabel : t("previous")}
          </Button>
          <Button
            variant="quiet"
            className="mr-auto"
            onClick={() => {
              stop()
              close()
            }}
          >
            {t("cancel")}
          </Button>
          {/* On a phone it may stand alone on a line. */}
          <PayButton checkout={checkout} className="max-sm:grow" onClick={submit} />
        </div>
      </StepFooter>
    </>
  )
}
