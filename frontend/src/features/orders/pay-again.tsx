import { Button } from "@/components/button"
import { useErrorText } from "@/i18n/error-text"
import { HoldRefused } from "./hold-refused"
import { type PayAgainProps, usePayAgain } from "./use-pay-again"

/** Pay for an unpaid order: same order, stock hold and price. */
export function PayAgain(props: PayAgainProps) {
  const errorText = useErrorText()
  const { pay, busy, refusal, label } = usePayAgain(props)
  return (
    <>
      <Button busy={busy} onClick={pay}>
        {label}
      </Button>
      {refusal && (
        <div role="alert" className="basis-full">
          <p>{errorText(refusal)}</p>
          <HoldRefused
            refusal={refusal}
            orderId={props.order.orderId}
            linkKey={props.linkKey}
            onRetry={pay}
          />
        </div>
      )}
    </>
  )
}
