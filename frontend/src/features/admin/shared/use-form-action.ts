import { type Dispatch, type SetStateAction, useState } from "react"
import { focusFirstError } from "@/components/focus-first-error"
import { ApiError } from "@/lib/api"
import { type ActionOptions, useAction } from "@/lib/use-action"

type State<Values> = [Values, Dispatch<SetStateAction<Values>>]

type FormActionOptions<Values extends object, Answer, Given> = Omit<ActionOptions<Answer, Given>, "act"> & {
  /** The values of an empty form, or the state of a draft. */
  start: Values | State<Values>
  /** What is wrong, by field; shown once the form was submitted. */
  problems?: (values: Values) => Readonly<Record<string, string | false | undefined>>
  act: (values: Values, given: Given) => Promise<Answer>
}

/** What the fields of a form need. */
export type FormFields<Values> = {
  values: Values
  errors: Readonly<Record<string, string | undefined>>
  put: (changed: Partial<Values>) => void
  /** The properties of a text field. */
  field: (name: keyof Values & string) => {
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/** The values of a form, what is wrong with them, and the action that takes them. */
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
  const put = (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed }))
  const fields: FormFields<Values> = {
    values,
    errors,
    put,
    field: (name) => ({
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target }) => put({ [name]: target.value } as Partial<Values>),
    }),
  }
  return {
    ...action,
    ...fields,
    submit: (form: HTMLFormElement) => {
      setTried(true)
      if (found.length > 0) focusFirstError(form)
      else if (!action.isPending) action.mutate(undefined as Given)
    },
  }
}
