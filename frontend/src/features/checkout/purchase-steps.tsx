import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { StepIndicator } from "@/components/step-indicator"
import { defaultSelection } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"
import { useBuyNow } from "@/stores/buy-now"
import { useUser } from "@/stores/session"
import { CustomiseStep } from "./customise-step"
import type { Details } from "./details"
import { DetailsStep } from "./details-step"
import { PaymentStep } from "./payment-step"
import { detailsOf, usePurchase } from "./purchase"
import { quoteQuery } from "./queries"

const MAX_QUANTITY = 99

const steps = ["customise", "details", "payment"] as const
type Step = (typeof steps)[number]

export function PurchaseSteps({ product }: { product: ProductDetail }) {
  const { t } = useTranslation("checkout")
  const given = useBuyNow()
  const { user } = useUser()
  const { details: remembered, choice, chose } = usePurchase()
  // Whoever comes from the product page has chosen already.
  const [step, setStep] = useState<Step>(given.selection && product.isAvailable ? "details" : "customise")
  const earlier = choice?.productId === product._id ? choice : null
  const [selection, setSelection] = useState(
    given.selection ?? earlier?.selection ?? defaultSelection(product.customization),
  )
  const [wanted, setWanted] = useState(given.selection ? given.quantity : (earlier?.quantity ?? 1))
  const [details, setDetails] = useState<Details | null>(null)
  // What the server said about fields of the form when the order was made.
  const [refused, setRefused] = useState<Partial<Details>>({})

  const max = Math.min(product.sellable, MAX_QUANTITY)
  const quantity = Math.max(1, Math.min(wanted, max))
  const item = { productId: product._id, quantity, customization: selection }
  const settled = useDebounced({ quantity, selection }, 200)
  const quote = useQuery({
    ...quoteQuery(
      { productId: product._id, quantity: settled.quantity, customization: settled.selection },
      product.version,
    ),
    enabled: product.isAvailable,
  })
  const settling = settled.quantity !== quantity || settled.selection !== selection
  const stale = settling || quote.isPlaceholderData || quote.isFetching

  const top = useRef<HTMLDivElement>(null)
  const first = useRef(true)
  // A new step begins at its top, for eyes and for screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of step that counts.
  useEffect(() => {
    if (first.current) first.current = false
    else top.current?.focus()
  }, [step])

  return (
    <div ref={top} tabIndex={-1} className="space-y-6 outline-hidden">
      <StepIndicator
        label={t("steps")}
        steps={steps.map((name) => t(`step.${name}`))}
        current={steps.indexOf(step)}
      />
      {step === "customise" && (
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
          onContinue={() => setStep("details")}
        />
      )}
      {step === "details" && (
        <DetailsStep
          initial={remembered ?? (user ? detailsOf(user) : null)}
          refused={refused}
          onBack={() => setStep("customise")}
          onContinue={(given) => {
            setDetails(given)
            setRefused({})
            setStep("payment")
          }}
        />
      )}
      {step === "payment" && details && (
        <PaymentStep
          item={item}
          details={details}
          quote={quote.data}
          stale={stale}
          quoteError={quote.error}
          onQuoteAgain={() => void quote.refetch()}
          onCustomise={() => setStep("customise")}
          onBack={() => setStep("details")}
          onRefused={(fields) => {
            setRefused(fields)
            setStep("details")
          }}
        />
      )}
    </div>
  )
}
