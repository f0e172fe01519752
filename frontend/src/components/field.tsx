import { type ComponentProps, type ReactNode, useId } from "react"
import { cx } from "@/lib/cx"

type FieldProps = {
  label: string
  /** The value's error, already in the reader's language. */
  error?: string
  hint?: ReactNode
}

export const inputClass =
  "w-full rounded-sm border border-line-strong bg-paper px-3.5 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent disabled:bg-tile aria-invalid:border-danger"

export const labelClass = "mb-1.5 block text-sm font-medium text-ink"

/** Return the ids and ARIA attributes that tie an input to its label, hint and error. */
export function useField({ error, hint }: Pick<FieldProps, "error" | "hint">, ownId?: string) {
  const generated = useId()
  const id = ownId ?? generated
  const notes = error || hint ? `${id}-notes` : undefined
  return { id, notes, aria: { id, "aria-invalid": error ? true : undefined, "aria-describedby": notes } }
}

/** A labelled input with its hint and its error. */
export function TextField({
  label,
  hideLabel,
  error,
  hint,
  className,
  ...input
}: FieldProps & {
  /** Keep the label for screen readers only. */ hideLabel?: boolean
} & ComponentProps<"input">) {
  const { id, notes, aria } = useField({ error, hint }, input.id)
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : labelClass}>
        {label}
      </label>
      <input {...input} {...aria} className={cx(inputClass, "h-11.5")} />
      <FieldNotes id={notes} error={error} hint={hint} />
    </div>
  )
}

/** Like TextField, for several lines. */
export function TextArea({
  label,
  error,
  hint,
  className,
  ...input
}: FieldProps & ComponentProps<"textarea">) {
  const { id, notes, aria } = useField({ error, hint }, input.id)
  return (
    <div className={className}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <textarea {...input} {...aria} className={cx(inputClass, "min-h-28 py-2.5")} />
      <FieldNotes id={notes} error={error} hint={hint} />
    </div>
  )
}

export function FieldNotes({
  id,
  error,
  hint,
}: Pick<FieldProps, "error" | "hint"> & { id: string | undefined }) {
  if (error) {
    return (
      <p id={id} className="mt-1.5 text-danger text-sm">
        {error}
      </p>
    )
  }
  return (
    hint && (
      <p id={id} className="mt-1.5 text-ink-soft text-sm">
        {hint}
      </p>
    )
  )
}
