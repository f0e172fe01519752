import { NumberField } from "@base-ui/react/number-field"
import { Minus, Plus } from "lucide-react"
import { useId } from "react"
import { useTranslation } from "react-i18next"

type QuantityStepperProps = {
  value: number
  /** How many can be bought now. */
  max: number
  onChange: (value: number) => void
  /** What is counted; "Quantity" where nothing else is said. */
  label?: string
  /** Keep the label for screen readers only, as in a row of a list. */
  hideLabel?: boolean
  disabled?: boolean
}

const stepClass =
  "flex w-11 items-center justify-center text-ink transition-colors hover:text-accent disabled:text-line-strong focus-visible:-outline-offset-2"

/** How many pieces: 1 to what can be bought. */
export function QuantityStepper({ value, max, onChange, label, hideLabel, disabled }: QuantityStepperProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <NumberField.Root
      id={id}
      value={value}
      min={1}
      max={Math.max(1, max)}
      disabled={disabled || max < 1}
      onValueChange={(next) => onChange(next ?? 1)}
      format={{ maximumFractionDigits: 0 }}
    >
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-2 block font-medium text-ink text-sm"}>
        {label ?? t("common.quantity")}
      </label>
      <NumberField.Group className="inline-flex h-11.5 items-stretch rounded-sm border border-line-strong bg-paper focus-within:border-accent">
        <NumberField.Decrement aria-label={t("common.less")} className={stepClass}>
          <Minus aria-hidden="true" className="size-4" />
        </NumberField.Decrement>
        <NumberField.Input className="w-12 bg-transparent text-center tabular-nums outline-none" />
        <NumberField.Increment aria-label={t("common.more")} className={stepClass}>
          <Plus aria-hidden="true" className="size-4" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}
