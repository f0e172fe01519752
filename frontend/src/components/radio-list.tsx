import { type ReactNode, useId } from "react"
import { cx } from "@/lib/cx"
import { FieldNotes } from "./field"

type RadioListProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode; note?: ReactNode; disabled?: boolean }[]
  onChange: (value: T) => void
  /** The choice's error, already in the reader's language. */
  error?: string
}

/** Choose one of a few, one below the other. */
export function RadioList<T extends string>({ label, value, options, onChange, error }: RadioListProps<T>) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-notes`}
    >
      <div id={id} className="mb-1 font-medium text-ink text-sm">
        {label}
      </div>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex min-h-11 items-center gap-3 py-1.5",
            option.disabled ? "cursor-not-allowed text-ink-faint" : "cursor-pointer",
          )}
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border border-line-strong bg-paper transition-colors checked:border-accent checked:bg-accent checked:shadow-[inset_0_0_0_4px_var(--color-paper)] disabled:border-line disabled:bg-tile"
          />
          <span className="min-w-0 flex-1">{option.label}</span>
          {option.note && <span className="text-ink-soft text-sm tabular-nums">{option.note}</span>}
        </label>
      ))}
      <FieldNotes id={`${id}-notes`} error={error} />
    </div>
  )
}
