import { Field } from "@base-ui/react/field"
import type { ComponentProps, ReactNode } from "react"
import { cx } from "@/lib/cx"

type FieldProps = {
  label: string
  /** What is wrong with the value, already in the reader's language. */
  error?: string
  hint?: ReactNode
}

export const inputClass =
  "w-full rounded-sm border border-line-strong bg-paper px-3.5 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent disabled:bg-tile data-invalid:border-danger"

const labelClass = "mb-1.5 block text-sm font-medium text-ink"

/** A labelled input with its hint and its error, tied together for screen readers. */
export function TextField({ label, error, hint, className, ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Field.Root invalid={Boolean(error)} className={className}>
      <Field.Label className={labelClass}>{label}</Field.Label>
      <Field.Control {...input} className={cx(inputClass, "h-11.5")} />
      <FieldNotes error={error} hint={hint} />
    </Field.Root>
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
  return (
    <Field.Root invalid={Boolean(error)} className={className}>
      <Field.Label className={labelClass}>{label}</Field.Label>
      <Field.Control render={<textarea {...input} />} className={cx(inputClass, "min-h-28 py-2.5")} />
      <FieldNotes error={error} hint={hint} />
    </Field.Root>
  )
}

function FieldNotes({ error, hint }: Pick<FieldProps, "error" | "hint">) {
  return (
    <>
      <Field.Error match={Boolean(error)} className="mt-1.5 block text-sm text-danger">
        {error}
      </Field.Error>
      {hint && !error && (
        <Field.Description className="mt-1.5 text-sm text-ink-soft">{hint}</Field.Description>
      )}
    </>
  )
}
