import { Radio } from "@base-ui/react/radio"
import { RadioGroup } from "@base-ui/react/radio-group"
import { type ReactNode, useId } from "react"

type RadioListProps<T extends string> = {
  label: string
  hideLabel?: boolean
  value: T
  options: readonly { value: T; label: ReactNode; note?: ReactNode; disabled?: boolean }[]
  onChange: (value: T) => void
}

/** Choose one of a few, one below the other. */
export function RadioList<T extends string>({
  label,
  hideLabel,
  value,
  options,
  onChange,
}: RadioListProps<T>) {
  const id = useId()
  return (
    <div>
      <div id={id} className={hideLabel ? "sr-only" : "mb-1 font-medium text-ink text-sm"}>
        {label}
      </div>
      <RadioGroup aria-labelledby={id} value={value} onValueChange={(next) => onChange(next as T)}>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Radio.Root, which renders the input.
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-3 has-data-disabled:cursor-not-allowed has-data-disabled:text-ink-faint"
          >
            <Radio.Root
              value={option.value}
              disabled={option.disabled}
              className="flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong bg-paper transition-colors data-checked:border-accent data-disabled:border-line data-disabled:bg-tile"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
            </Radio.Root>
            <span className="min-w-0 flex-1">{option.label}</span>
            {option.note && <span className="text-ink-soft text-sm tabular-nums">{option.note}</span>}
          </label>
        ))}
      </RadioGroup>
    </div>
  )
}
