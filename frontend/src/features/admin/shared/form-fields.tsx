import { createContext, type ReactNode, use, useId } from "react"
import { get } from "react-hook-form"
import { Checkbox } from "@/components/checkbox"
import { DayField } from "@/components/day-field"
import { FieldNotes, TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { MAX_NOTE } from "@/lib/limits"
import type { FormFields } from "./use-form-action"

type FormInContext = FormFields<object> & {
  /** Return the id of a field, for links to it; without it, ids are generated. */
  idOf?: (path: string) => string
}

/** The form whose fields stand in it; ActionForm provides its own. */
export const FormContext = createContext<FormInContext | null>(null)

/** Return the form around this component, whose values are these. */
export function useFields<Values extends object>() {
  const form = use(FormContext)
  if (form === null) throw new Error("a field outside of its form")
  return form as FormFields<Values> & FormInContext
}

/** Return the value at a path, such as "title.en". */
export const valueAt = (values: object, path: string): unknown => get(values, path)

type Untyped = Record<string, unknown>

type FieldProps = {
  /** The name of the value, or the path of one inside it: "title.en". */
  path: string
  label: string
  hint?: ReactNode
  maxLength?: number
  inputMode?: "numeric" | "decimal"
  lang?: string
  rows?: number
  required?: boolean
  spellCheck?: boolean
  type?: "color"
  className?: string
}

/** A text field of the form; with `rows`, of several lines. */
export function Field({ path, rows, ...rest }: FieldProps) {
  const { idOf, field } = useFields<Untyped>()
  const input = { ...rest, id: idOf?.(path), ...field(path) }
  return rows === undefined ? (
    <TextField {...input} autoComplete="off" />
  ) : (
    <TextArea {...input} rows={rows} />
  )
}

/** A code in capital letters, such as a discount code or a transaction's number. */
export function CodeField(props: FieldProps) {
  const { set, field } = useFields<Untyped>()
  return (
    <TextField
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
      {...field(props.path)}
      onChange={({ target }) => set(props.path, target.value.toUpperCase())}
    />
  )
}

/** What staff write about a decision. */
export const NoteField = (props: FieldProps) => <Field maxLength={MAX_NOTE} rows={3} {...props} />

/** An amount in rupees. */
export const MoneyField = (props: FieldProps) => <Field inputMode="decimal" maxLength={12} {...props} />

/** A whole number, such as percent, pieces or days. */
export const NumberField = (props: FieldProps) => <Field inputMode="numeric" maxLength={7} {...props} />

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

/** A switch of the form. */
export function Check({ path, children }: { path: string; children: ReactNode }) {
  const { values, set } = useFields<Untyped>()
  return (
    <Checkbox checked={get(values, path) === true} onChange={(checked) => set(path, checked)}>
      {children}
    </Checkbox>
  )
}

type CheckGroupProps = { path: string; label: string; className?: string; children: ReactNode }

/** Switches that are chosen from together, with the error of their choice. */
export function CheckGroup({ path, label, className, children }: CheckGroupProps) {
  const { errors } = useFields<Untyped>()
  const id = useId()
  return (
    <fieldset
      aria-describedby={errors[path] && id}
      data-invalid={errors[path] && true}
      className={cx("grid gap-x-6 sm:grid-cols-2", className)}
    >
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <div className="col-span-full empty:hidden">
        <FieldNotes id={id} error={errors[path]} />
      </div>
      {children}
    </fieldset>
  )
}

type Option = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = Pick<FieldProps, "path" | "label" | "className"> & {
  options: readonly Option[]
  /** Text of the empty choice, which comes first. */
  choose?: string
  onChosen?: (value: string) => void
}

/** A choice from a list. */
export function SelectField({ path, options, choose, onChosen, ...rest }: SelectFieldProps) {
  const { idOf, field } = useFields<Untyped>()
  const all = choose === undefined ? options : [{ value: "", label: choose }, ...options]
  const input = field(path)
  const onChange: typeof input.onChange = (event) => {
    input.onChange(event)
    onChosen?.(event.target.value)
  }
  return <NativeSelect {...rest} {...input} id={idOf?.(path)} options={all} onChange={onChange} />
}

type RadioFieldProps = Pick<FieldProps, "path" | "label"> & {
  options: readonly { value: string; label: ReactNode; disabled?: boolean }[]
}

/** A choice of a few, one below the other. */
export function RadioField({ path, ...rest }: RadioFieldProps) {
  const { field, set } = useFields<Untyped>()
  const { value, error } = field(path)
  return <RadioList {...rest} value={value} error={error} onChange={(chosen) => set(path, chosen)} />
}

type DateFieldProps = Pick<FieldProps, "path" | "label"> & { hint?: string; min?: string; max?: string }

/** A calendar day in India. */
export function DateField({ path, ...rest }: DateFieldProps) {
  const { field, set } = useFields<Untyped>()
  const { value, error } = field(path)
  return <DayField {...rest} value={value} error={error} onChange={(day) => set(path, day)} />
}

type MomentFieldProps = DateFieldProps & { timeLabel: string }

/** A day and a time in India: "2026-11-21T10:30", or the day alone. */
export function MomentField({ path, label, timeLabel, ...rest }: MomentFieldProps) {
  const { field, set } = useFields<Untyped>()
  const { value, error } = field(path)
  const [day = "", time = ""] = value.split("T")
  const put = (newDay: string, newTime: string) => set(path, newTime ? `${newDay}T${newTime}` : newDay)
  return (
    <div className="grid grid-cols-[1fr_8rem] items-start gap-3">
      <DayField {...rest} label={label} value={day} error={error} onChange={(typed) => put(typed, time)} />
      <TextField
        type="time"
        label={timeLabel}
        value={time}
        onChange={({ target }) => put(day, target.value)}
      />
    </div>
  )
}
