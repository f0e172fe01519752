import type { UseQueryResult } from "@tanstack/react-query"
import { useState } from "react"
import type { Schemas } from "@/lib/api"
import type { Quote } from "@/lib/types"
import type { Details } from "./details"
import { DetailsStep } from "./details-step"
import { PaymentStep } from "./payment-step"

type DetailsAndPaymentProps = {
  step: "details" | "payment"
  onStep: (step: "details" | "payment") => void
  /** The submitted details; null before the details step is done. */
  details: Details | null
  onDetails: (details: Details) => void
  items: readonly Schemas["ItemIn"][]
  fromCart?: boolean
  quote: UseQueryResult<Quote>
  stale: boolean
  /** Leads back to the previous step or the cart. */
  onChoose: () => void
  chooseLabel: string
}

/** The details and payment steps, shared by all checkouts. */
export function DetailsAndPayment(props: DetailsAndPaymentProps) {
  const { step, onStep, details, onDetails, items, fromCart = false } = props
  const { quote, stale, onChoose, chooseLabel } = props
  // Field errors of the server from the order creation.
  const [refused, setRefused] = useState<Partial<Details>>({})

  if (step === "payment" && details) {
    return (
      <PaymentStep
        items={items}
        fromCart={fromCart}
        details={details}
        quote={quote}
        stale={stale}
        onChoose={onChoose}
        chooseLabel={chooseLabel}
        onBack={() => onStep("details")}
        onRefused={(fields) => {
          setRefused(fields)
          onStep("details")
        }}
      />
    )
  }
  return (
    <DetailsStep
      refused={refused}
      onBack={onChoose}
      onContinue={(given) => {
        onDetails(given)
        setRefused({})
        onStep("payment")
      }}
    />
  )
}
