import { createContext, type ReactNode, use, useId } from "react"
import { Checkbox } from "@/components/checkbox"
import { TextArea, TextField } from "@/components/field"
import type { TextKey } from "@/i18n"
import { hasText, useTranslation } from "@/i18n"
import { type Draft, valueAt } from "./draft"

type FormState = {
  draft: Draft
  set: (path: string, value: unknown) => void
  /** Translated errors by field path. */
  errors: Readonly<Record<string, string>>
}

export const FormContext = createContext<FormState | null>(null)

export function useForm(): FormState {
  const form = use(FormContext)
  if (form === null) throw new Error("a field outside of its form")
  return form
}

/** The id of a field, for links of the error summary. */
export const fieldId = (path: string) => `field-${path.replaceAll(".", "-")}`

export function FormSection({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-ink-soft text-sm">{lead}</p>}
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  )
}

type FieldProps = {
  path: string
  label: string
  hint?: string
  maxLength?: number
  inputMode?: "numeric" | "decimal"
  lang?: string
  rows?: number
}

/** A field of the draft; with `rows`, of several lines. */
export function Field({ path, rows, ...rest }: FieldProps) {
  const { draft, set, errors } = useForm()
  const field = {
    ...rest,
    id: fieldId(path),
    value: String(valueAt(draft, path) ?? ""),
    error: errors[path],
    onChange: ({ target }: { target: { value: string } }) => set(path, target.value),
  }
  return rows === undefined ? (
    <TextField {...field} autoComplete="off" />
  ) : (
    <TextArea {...field} rows={rows} className="[&_textarea]:field-sizing-content" />
  )
}

/** The same text in both languages, side by side. */
export function BothFields({ path, label, hint, ...rest }: FieldProps) {
  const { t } = useTranslation("adminProducts")
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <Field {...rest} path={`${path}.en`} label={t("form.inEnglish", { label })} hint={hint} lang="en" />
      <Field {...rest} path={`${path}.hi`} label={t("form.inHindi", { label })} lang="hi" />
    </div>
  )
}

export function Check({ path, children }: { path: string; children: ReactNode }) {
  const { draft, set } = useForm()
  return (
    <Checkbox checked={valueAt(draft, path) === true} onChange={(checked) => set(path, checked)}>
      {children}
    </Checkbox>
  )
}

/** Label of a field by its path: "sizes, 2: price" for one in a list. */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation("adminProducts")
  return (path) => {
    const parts = path.split(".").filter((part) => part !== "customization" && part !== "seo")
    const names = parts.map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1)
      return hasText("adminProducts", `fields.${part}`)
        ? t(`fields.${part}` as TextKey<"adminProducts">)
        : part
    })
    return names.join(" · ")
  }
}
