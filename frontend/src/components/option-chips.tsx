import { Radio } from "@base-ui/react/radio"
import { RadioGroup } from "@base-ui/react/radio-group"
import { useId } from "react"

type OptionChipsProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; note?: string; disabled?: boolean }[]
  onChange: (value: T) => void
}

/** Choose one of a few, all of them in sight; `note` is the small print of a chip, such as its price. */
export function OptionChips<T extends string>({ label, value, options, onChange }: OptionChipsProps<T>) {
  const id = useId()
  return (
    <div>
      <div id={id} className="mb-2 text-sm font-medium text-ink">
        {label}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className="flex flex-wrap gap-2"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Radio.Root, which renders the input.
          <label
            key={option.value}
            className="relative flex min-h-11 cursor-pointer flex-col justify-center rounded-sm border border-line-strong bg-paper px-4 py-1.5 transition-colors hover:border-accent has-data-checked:border-accent has-data-checked:bg-accent-wash has-data-checked:text-accent has-data-disabled:cursor-not-allowed has-data-disabled:border-line has-data-disabled:bg-transparent has-data-disabled:text-ink-faint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <Radio.Root
              value={option.value}
              disabled={option.disabled}
              className="absolute inset-0 rounded-sm outline-none"
            />
            <span className={option.disabled ? "line-through" : undefined}>{option.label}</span>
            {option.note && <span className="text-xs opacity-85">{option.note}</span>}
          </label>
        ))}
      </RadioGroup>
    </div>
  )
}
