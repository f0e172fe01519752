import { Field } from "@base-ui/react/field"
import { ChevronDown } from "lucide-react"
import type { ComponentProps } from "react"
import { cx } from "@/lib/cx"
import { inputClass } from "./field"

type NativeSelectProps = ComponentProps<"select"> & {
  label: string
  /** What is wrong with the value, already in the reader's language. */
  error?: string
  options: readonly { value: string; label: string }[]
}

/** The browser's own list: for long lists in forms, where autofill and a phone's wheel serve better. */
export function NativeSelect({ label, error, options, className, ...select }: NativeSelectProps) {
  return (
    <Field.Root invalid={Boolean(error)} className={className}>
      <Field.Label className="mb-1.5 block font-medium text-ink text-sm">{label}</Field.Label>
      <span className="relative block">
        <Field.Control
          render={
            <select {...select}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          }
          className={cx(inputClass, "h-11.5 appearance-none pr-10")}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        />
      </span>
      <Field.Error match={Boolean(error)} className="mt-1.5 block text-danger text-sm">
        {error}
      </Field.Error>
    </Field.Root>
  )
}
