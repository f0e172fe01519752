import { Minus, Plus } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { useTranslation } from "@/i18n"

type QuantityStepperProps = {
  value: number
  /** Number of pieces that can be bought now. */
  max: number
  onChange: (value: number) => void
  /** Name of the quantity; "Quantity" by default. */
  label?: string
  /** Keep the label for screen readers only, as in a row of a list. */
  hideLabel?: boolean
  /** Stands at the end of its line, such as what is left. */
  beside?: ReactNode
  disabled?: boolean
}

const stepClass =
  "flex w-11 items-center justify-center text-ink transition-colors hover:text-accent disabled:text-line-strong focus-visible:-outline-offset-2"

/** Input of a quantity, from 1 to the number that can be bought. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, max, onChange, label, hideLabel, beside, disabled } = props
  const { t } = useTranslation()
  const id = useId()
  const most = Math.max(1, max)
  const locked = disabled || max < 1
  // What is being typed is only a number once it is finished.
  const [typed, setTyped] = useState<string | null>(null)

  function change(next: number) {
    setTyped(null)
    const within = Math.min(most, Math.max(1, Math.round(next)))
    if (within !== value) onChange(within)
  }
  function finish() {
    const number = Number(typed)
    change(typed && Number.isFinite(number) ? number : value)
  }

  return (
    <div className={hideLabel ? undefined : "option-row items-center!"}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-2 block font-medium text-ink text-sm"}>
        {label ?? t("common.quantity")}
      </label>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="inline-flex h-11.5 items-stretch rounded-sm border border-line-strong bg-paper focus-within:border-accent">
          <button
            type="button"
            aria-label={t("common.less")}
            aria-controls={id}
            disabled={locked || value <= 1}
            onClick={() => change(value - 1)}
            className={stepClass}
          >
            <Minus className="size-4" />
          </button>
          <input
            id={id}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            role="spinbutton"
            aria-valuenow={value}
            aria-valuemin={1}
            aria-valuemax={most}
            value={typed ?? value}
            disabled={locked}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 4))}
            onBlur={() => typed !== null && finish()}
            onKeyDown={(event) => {
              const steps: Record<string, number> = {
                ArrowUp: value + 1,
                ArrowDown: value - 1,
                Home: 1,
                End: most,
              }
              const next = steps[event.key]
              if (event.key === "Enter") finish()
              if (next === undefined) return
              event.preventDefault()
              change(next)
            }}
            className="w-12 bg-transparent text-center tabular-nums"
          />
          <button
            type="button"
            aria-label={t("common.more")}
            aria-controls={id}
            disabled={locked || value >= most}
            onClick={() => change(value + 1)}
            className={stepClass}
          >
            <Plus className="size-4" />
          </button>
        </div>
        {beside}
      </div>
    </div>
  )
}
