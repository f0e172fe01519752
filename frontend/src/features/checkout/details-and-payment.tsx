import { useState } from "react"
import type { Details } from "./details"
import { DetailsStep } from "./details-step"
import { FoldedSummary } from "./order-summary"
import { PaymentStep, type PaymentStepProps } from "./payment-step"

type DetailsAndPaymentProps = Omit<PaymentStepProps, "details" | "onBack" | "onRefused"> & {
  step: "details" | "payment"
  onStep: (step: "details" | "payment") => void
  /** The submitted details; null before the details step is done. */
  details: Details | null
  onDetails: (details: Details) => void
}

/** The details and payment steps, shared by all checkouts. */
export function DetailsAndPayment({ step, onStep, details, onDetails, ...rest }: DetailsAndPaymentProps) {
  // Field errors of the server from the order creation.
  const [refused, setRefused] = useState<Partial<Details>>({})

  if (step === "payment" && details) {
    return (
      <PaymentStep
        {...rest}
        details={details}
        onBack={() => onStep("details")}
        onRefused={(fields) => {
          setRefused(fields)
          onStep("details")
        }}
      />
    )
  }
  return (
    <>
      {rest.quote.data && <FoldedSummary quote={rest.quote.data} stale={rest.stale} cashFee={null} />}
      <DetailsStep
        refused={refused}
        onBack={rest.onChoose}
        onContinue={(given) => {
          onDetails(given)
          setRefused({})
          onStep("payment")
        }}
      />
    </>
  )
}
