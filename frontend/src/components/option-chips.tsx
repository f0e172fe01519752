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
    <div role="radiogroup" aria-labelledby={id}>
      <div id={id} className="mb-2 text-sm font-medium text-ink">
        {label}
      </div>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 cursor-pointer flex-col justify-center rounded-sm border border-line-strong bg-paper px-4 py-1.5 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-transparent has-disabled:text-ink-faint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-sm outline-none"
            />
            <span className={option.disabled ? "line-through" : undefined}>{option.label}</span>
            {option.note && <span className="text-xs opacity-85">{option.note}</span>}
          </label>
        ))}
      </div>
    </div>
  )
}
