import { ChevronDown } from "lucide-react"
import type { ComponentProps } from "react"
import { cx } from "@/lib/cx"
import { FieldNotes, inputClass, labelClass, useField } from "./field"

type NativeSelectProps = ComponentProps<"select"> & {
  label: string
  /** Keep the label for screen readers only, where the place explains itself. */
  hideLabel?: boolean
  /** Lower, for the line above a list. */
  dense?: boolean
  /** The value's error, already in the reader's language. */
  error?: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** The browser's own list: known to autofill, a phone shows it as its own wheel, and it weighs nothing. */
export function NativeSelect({
  label,
  hideLabel,
  dense,
  error,
  options,
  className,
  ...select
}: NativeSelectProps) {
  const { id, notes, aria } = useField({ error }, select.id)
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : labelClass}>
        {label}
      </label>
      <span className="relative block">
        <select
          {...select}
          {...aria}
          className={cx(
            inputClass,
            "appearance-none truncate pr-10",
            dense ? "h-9 text-sm pointer-coarse:h-11" : "h-11.5",
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft" />
      </span>
      <FieldNotes id={notes} error={error} />
    </div>
  )
}
