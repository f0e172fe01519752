import { createContext, type ReactNode, use } from "react"
import { Checkbox } from "@/components/checkbox"
import { TextArea, TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { type FormFields, valueAt } from "./use-form-action"

type FormInContext = FormFields<object> & {
  /** Return the id of a field, for links to it; without it, ids are generated. */
  idOf?: (path: string) => string
}

/** The form whose fields stand in it; ActionForm provides its own. */
export const FormContext = createContext<FormInContext | null>(null)

export function useForm<Values extends object>() {
  const form = use(FormContext)
  if (form === null) throw new Error("a field outside of its form")
  return form as FormFields<Values> & FormInContext
}

type FieldProps = {
  path: string
  label: string
  hint?: string
  maxLength?: number
  inputMode?: "numeric" | "decimal"
  type?: "date"
  lang?: string
  rows?: number
  className?: string
}

/** A text field of the form; with `rows`, of several lines. */
export function Field({ path, rows, ...rest }: FieldProps) {
  const form = useForm<Record<string, unknown>>()
  const field = { ...rest, id: form.idOf?.(path), ...form.field(path) }
  return rows === undefined ? (
    <TextField {...field} autoComplete="off" />
  ) : (
    <TextArea {...field} rows={rows} />
  )
}

/** The same text in both languages, side by side. */
export function BothFields({ path, label, hint, ...rest }: FieldProps) {
  const { t } = useTranslation("admin")
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field {...rest} path={`${path}.en`} label={t("inEnglish", { label })} hint={hint} lang="en" />
      <Field {...rest} path={`${path}.hi`} label={t("inHindi", { label })} lang="hi" />
    </div>
  )
}

export function Check({ path, children }: { path: string; children: ReactNode }) {
  const { values, set } = useForm<Record<string, unknown>>()
  return (
    <Checkbox checked={valueAt(values, path) === true} onChange={(checked) => set(path, checked)}>
      {children}
    </Checkbox>
  )
}
