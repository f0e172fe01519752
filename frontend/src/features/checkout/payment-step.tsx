import type { UseQueryResult } from "@tanstack/react-query"
import { Lock } from "lucide-react"
import { Button } from "@/components/button"
import { lazyPart } from "@/components/lazy-with-retry"
import { Notice } from "@/components/notice"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation, withTexts } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import type { Schemas } from "@/lib/api"
import { isIndianState } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"
import { CartDiffers } from "./cart-differs"
import { CashCodeStep } from "./cash-code-step"
import { useCheckoutStore } from "./checkout-store"
import { type Details, fullName } from "./details"
import { DiscountField } from "./discount-field"
import { OrderSummary } from "./order-summary"
import { PaymentMethodChoice } from "./payment-method"
import { choosable, PaymentStartError } from "./payment-start-error"
import { PriceChange } from "./price-change"
import { RefusedProducts } from "./refused-products"
import { StepFooter } from "./step-footer"
import { useCartWatch } from "./use-cart-watch"
import { useCash } from "./use-cash"
import { usePay } from "./use-pay"

// Lazily loaded: it renders something only while a payment method is in trouble.
const CheckoutPaymentNotice = lazyPart(() =>
  withTexts(import("./checkout-payment-notice"), "payHealth").then((module) => module.CheckoutPaymentNotice),
)

type PaymentStepProps = {
  items: readonly Schemas["ItemIn"][]
  /** The items come from the cart and are removed from it when the order is created. */
  fromCart: boolean
  details: Details
  quote: UseQueryResult<Quote>
  stale: boolean
  /** Leads back to the selection, with its label. */
  onChoose: () => void
  chooseLabel: string
  onBack: () => void
  /** Called with the field errors of the server. */
  onRefused: (fields: Partial<Details>) => void
}

export function PaymentStep(props: PaymentStepProps) {
  const { items, fromCart, details, stale, onChoose, chooseLabel, onBack, onRefused } = props
  const { data: quote, error: quoteError, refetch } = props.quote
  const { t } = useTranslation(["checkout", "cash"])
  const errorText = useErrorText()
  const close = useBuyNow((state) => state.close)
  const typedCode = useCheckoutStore((checkout) => checkout.discountCode)
  const { free, offer, method, setMethod, cashFee, total } = useCash(quote, stale, details.pincode)
  const { pay, stop, tryAgain, busy, error, change, accept, decline, cashOrder, leaveCash } = usePay({
    items,
    fromCart,
    onQuoteAgain: () => void refetch(),
    onPlaced: close,
    onRefused,
  })
  const differs = useCartWatch(items, fromCart, busy)

  if (change) return <PriceChange change={change} onAccept={accept} onDecline={decline} />

  if (cashOrder) {
    return (
      <CashCodeStep
        order={cashOrder}
        onPlaced={close}
        onOnline={() => {
          setMethod("online")
          leaveCash()
        }}
      />
    )
  }

  const otherChoice = differs !== null || choosable(error) || choosable(quoteError)
  const discountCode = quote?.discountProblem ? "" : typedCode
  const state = isIndianState(details.state) ? t(`states.${details.state}`) : details.state
  const submit = () => quote && pay({ details, amount: quote.totalAmount, discountCode, cashFee })
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

      {offer && offer.refusal !== "off" && (
        <PaymentMethodChoice offer={offer} value={method} disabled={busy} onChange={setMethod} />
      )}

      {free && <p className="font-medium">{t("pay.nothing")}</p>}
      {!free && method === "online" && (
        <p className="flex gap-3 text-ink-soft text-sm">
          <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t("pay.where")}
        </p>
      )}

      {!free && (
        <SectionBoundary fallback={null}>
          <CheckoutPaymentNotice />
        </SectionBoundary>
      )}
      <CartDiffers how={differs} />
      <SectionBoundary>
        {error && !busy && <PaymentStartError error={error} onRetry={submit} />}
      </SectionBoundary>
      {/* One product's line is shown above all steps. */}
      {fromCart && !busy && <RefusedProducts error={error ?? quoteError} items={items} onBuyNow={tryAgain} />}

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
          <Button
            busy={busy}
            // On a phone it may stand alone on a line.
            className="max-sm:grow"
            disabled={!quote || stale || otherChoice || Boolean(quoteError)}
            onClick={submit}
          >
            {busy
              ? t(free || method === "cash" ? "cash:ordering" : "pay.opening")
              : t(free ? "pay.place" : method === "cash" ? "cash:order" : "pay.button", {
                  amount: quote ? formatRupees(total) : "…",
                })}
          </Button>
        </div>
      </StepFooter>
    </>
  )
}
