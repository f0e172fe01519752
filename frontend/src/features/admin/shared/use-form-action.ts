import { type Dispatch, type SetStateAction, useState } from "react"
import { focusFirstError } from "@/components/focus-first-error"
import { ApiError } from "@/lib/api"
import { type ActionOptions, useAction } from "@/lib/use-action"

type State<Values> = [Values, Dispatch<SetStateAction<Values>>]

type FormActionOptions<Values extends object, Answer, Given> = Omit<ActionOptions<Answer, Given>, "act"> & {
  /** The values of an empty form, or the state of a draft. */
  start: Values | State<Values>
  /** The errors by field; shown once the form was submitted. */
  problems?: (values: Values) => Readonly<Record<string, string | false | undefined>>
  act: (values: Values, given: Given) => Promise<Answer>
}

/** The name of a value, or the path of one inside it: "title.en". */
type Path<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/** The values of a form and their errors, for its fields. */
export type FormFields<Values> = {
  values: Values
  errors: Readonly<Record<string, string | undefined>>
  put: (changed: Partial<Values>) => void
  set(path: Path<Values>, value: unknown): void
  /** The properties of a text field. */
  field(path: Path<Values>): {
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/** Return the value at this path. */
export const valueAt = (held: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((place, name) => (place as Record<string, unknown>)?.[name], held)

/** Return the values with the one at this path replaced. */
export function withValue<T>(held: T, path: string, value: unknown): T {
  const [first = "", ...rest] = path.split(".")
  const inner = (held as Record<string, unknown>)[first]
  const changed = rest.length > 0 ? withValue(inner, rest.join("."), value) : value
  if (!Array.isArray(held)) return { ...held, [first]: changed }
  return held.map((each, place) => (String(place) === first ? changed : each)) as T
}

/** The values of a form, their errors, and the action that takes them. */
export function useFormAction<Values extends object, Answer, Given = undefined>({
  start,
  problems,
  act,
  onDone,
  ...options
}: FormActionOptions<Values, Answer, Given>) {
  const own = useState(start as Values)
  const [values, setValues] = Array.isArray(start) ? (start as State<Values>) : own
  const [tried, setTried] = useState(false)
  const action = useAction<Answer, Given>({
    ...options,
    act: (given) => act(values, given),
    onDone: (answer, given) => {
      setTried(false)
      onDone?.(answer, given)
    },
  })
  const found = Object.entries(problems?.(values) ?? {}).flatMap(([name, text]) =>
    text ? [[name, text]] : [],
  )
  const refused = action.error instanceof ApiError ? action.error.errors : {}
  const errors: FormFields<Values>["errors"] = { ...refused, ...(tried && Object.fromEntries(found)) }
  const set = (path: string, value: unknown) => setValues((now) => withValue(now, path, value))
  const fields: FormFields<Values> = {
    values,
    errors,
    put: (changed) => setValues((now) => ({ ...now, ...changed })),
    set,
    field: (path) => ({
      value: String(valueAt(values, path) ?? ""),
      error: errors[path],
      onChange: ({ target }) => set(path, target.value),
    }),
  }
  return {
    ...action,
    ...fields,
    reset: () => {
      setTried(false)
      action.reset()
    },
    submit: (form: HTMLFormElement) => {
      setTried(true)
      if (found.length > 0) focusFirstError(form)
      else if (!action.isPending) action.mutate(undefined as Given)
    },
  }
}
