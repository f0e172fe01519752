import { useMutationState } from "@tanstack/react-query"
import { useState } from "react"
import { StepIndicator } from "@/components/step-indicator"
import { WaitlistPanel } from "@/features/waitlist/lazy-waitlist"
import { useTranslation } from "@/i18n"
import { useProductQuote } from "@/lib/quote"
import { defaultSelection } from "@/lib/selection"
import { readBuyNowOrder } from "@/lib/stored-buy-now-order"
import type { ProductDetail } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"
import { useCheckoutStore } from "./checkout-store"
import { CustomiseStep } from "./customise-step"
import type { Details } from "./details"
import { DetailsAndPayment } from "./details-and-payment"
import { payKey } from "./pay"
import { useSteps } from "./use-steps"
import { useStoreBuyNowOrder } from "./use-store-buy-now-order"

const steps = ["customise", "details", "payment"] as const
type Step = (typeof steps)[number]

/** The stored selection of the product, from before the dialog was closed. */
function choiceOf(productId: string) {
  const stored = readBuyNowOrder()
  return stored && !stored.fromCart ? stored.items.find((item) => item.productId === productId) : undefined
}

export function PurchaseSteps({ product }: { product: ProductDetail }) {
  const { t } = useTranslation("checkout")
  const given = useBuyNow()
  const discountCode = useCheckoutStore((checkout) => checkout.discountCode)
  const [details, setDetails] = useState<Details | null>(null)
  // From the product page: the options are selected already.
  const { step, goTo, top } = useSteps<Step>(given.selection && product.isAvailable ? "details" : "customise")
  const [earlier] = useState(() => choiceOf(product._id))
  const [selection, setSelection] = useState(
    given.selection ?? earlier?.customization ?? defaultSelection(product.customization),
  )
  const [requested, setRequested] = useState(given.selection ? given.quantity : (earlier?.quantity ?? 1))

  const { quantity, quote, stale } = useProductQuote(product, selection, requested, {
    discountCode,
    state: details?.state,
    pincode: details?.pincode,
  })
  const items = [{ productId: product._id, quantity, customization: selection }]
  useStoreBuyNowOrder(items, quote.data?.totalAmount ?? 0, false)
  // The last piece is held by this shopper's own payment then.
  const attempt = useMutationState({
    filters: { mutationKey: payKey },
    select: ({ state }) => state.status,
  }).at(-1)
  const isPaying = attempt === "pending" || attempt === "success"

  return (
    <div ref={top} tabIndex={-1} className="space-y-6 outline-hidden">
      <StepIndicator
        label={t("steps")}
        steps={steps.map((name) => t(`step.${name}`))}
        current={steps.indexOf(step)}
      />
      {!isPaying && (product.contention || !product.isAvailable) && (
        <WaitlistPanel productId={product._id} contention={product.contention} />
      )}
      {step === "customise" ? (
        <CustomiseStep
          product={product}
          selection={selection}
          quantity={quantity}
          quote={quote}
          stale={stale}
          onSelection={setSelection}
          onQuantity={setRequested}
          onCancel={given.close}
          onContinue={() => goTo("details")}
        />
      ) : (
        <DetailsAndPayment
          step={step}
          onStep={goTo}
          details={details}
          onDetails={setDetails}
          items={items}
          fromCart={false}
          quote={quote}
          stale={stale}
          onChoose={() => goTo("customise")}
          chooseLabel={t("changeSelection")}
        />
      )}
    </div>
  )
}
