import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { StepIndicator } from "@/components/step-indicator"
import { useTranslation } from "@/i18n"
import { quoteQuery } from "@/lib/quote"
import { defaultSelection } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"
import { useBuyNow } from "@/stores/buy-now"
import { CustomiseStep } from "./customise-step"
import { DetailsAndPayment } from "./details-and-payment"
import { usePurchase } from "./purchase"
import { useSteps } from "./use-steps"

const MAX_QUANTITY = 99

const steps = ["customise", "details", "payment"] as const
type Step = (typeof steps)[number]

export function PurchaseSteps({ product }: { product: ProductDetail }) {
  const { t } = useTranslation("checkout")
  const given = useBuyNow()
  const { choice, chose } = usePurchase()
  // Whoever comes from the product page has chosen already.
  const { step, goTo, top } = useSteps<Step>(given.selection && product.isAvailable ? "details" : "customise")
  const earlier = choice?.productId === product._id ? choice : null
  const [selection, setSelection] = useState(
    given.selection ?? earlier?.selection ?? defaultSelection(product.customization),
  )
  const [wanted, setWanted] = useState(given.selection ? given.quantity : (earlier?.quantity ?? 1))

  const max = Math.min(product.sellable, MAX_QUANTITY)
  const quantity = Math.max(1, Math.min(wanted, max))
  const items = [{ productId: product._id, quantity, customization: selection }]
  const settled = useDebounced({ quantity, selection }, 200)
  const quote = useQuery({
    ...quoteQuery(
      [{ productId: product._id, quantity: settled.quantity, customization: settled.selection }],
      product.version,
    ),
    enabled: product.isAvailable,
  })
  const settling = settled.quantity !== quantity || settled.selection !== selection
  const stale = settling || quote.isPlaceholderData || quote.isFetching

  return (
    <div ref={top} tabIndex={-1} className="space-y-6 outline-hidden">
      <StepIndicator
        label={t("steps")}
        steps={steps.map((name) => t(`step.${name}`))}
        current={steps.indexOf(step)}
      />
      {step === "customise" ? (
        <CustomiseStep
          product={product}
          selection={selection}
          quantity={quantity}
          max={max}
          quote={quote.data}
          stale={stale}
          error={quote.error}
          onSelection={(next) => {
            setSelection(next)
            chose({ productId: product._id, selection: next, quantity: wanted })
          }}
          onQuantity={(next) => {
            setWanted(next)
            chose({ productId: product._id, selection, quantity: next })
          }}
          onContinue={() => goTo("details")}
        />
      ) : (
        <DetailsAndPayment
          step={step}
          onStep={goTo}
          items={items}
          quote={quote}
          stale={stale}
          onChoose={() => goTo("customise")}
          chooseLabel={t("changeSelection")}
        />
      )}
    </div>
  )
}
