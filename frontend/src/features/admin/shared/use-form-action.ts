import { zodResolver } from "@hookform/resolvers/zod"
import { useRef, useState } from "react"
import { type DefaultValues, type FieldValues, get, type Path, type Resolver, useForm } from "react-hook-form"
import { ApiError } from "@/lib/api"
import { type ActionOptions, useAction } from "@/lib/use-action"
import type { z } from "@/lib/zod"
import { changedPaths, type Lock, useConflict } from "./use-conflict"

export type FormActionOptions<Values extends FieldValues, Sent, Answer, Row = unknown> = Omit<
  ActionOptions<Answer, Sent>,
  "act"
> & {
  /** The rules of the fields, with the texts of their errors; `act` is given its output. */
  schema: z.ZodType<Sent, Values>
  start: NoInfer<Values>
  /** Send the values; `base` is the row that they were edited from. */
  act: (values: Sent, base: Row | null) => Promise<Answer>
  /** Map a field of the server's errors to the form's. */
  fieldOf?: (path: string) => string
  lock?: Lock<Row, NoInfer<Values>>
  /** Fields that are empty again once it is done, in a form that stays. */
  clears?: readonly (keyof NoInfer<Values> & string)[]
}

/** The name of a value, or the path of one inside it: "title.en". */
type ValuePath<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/** The values of a form and their errors, for its fields. */
export type FormFields<Values> = {
  values: Values
  errors: Readonly<Record<string, string | undefined>>
  put: (changed: Partial<Values>) => void
  set(path: ValuePath<Values>, value: unknown): void
  /** The values now, also in a callback of an earlier rendering. */
  latest: () => Values
  /** Hold back the form while a file of this field is on its way. */
  setUploading: (path: string, isUploading: boolean) => void
  /** The properties of a text field. */
  field(path: ValuePath<Values>): {
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/** Return the messages of react-hook-form's nested errors by path. */
function messagesOf(errors: object, before = ""): Record<string, string> {
  const found = Object.entries(errors).map(([name, error]) => {
    if (typeof error !== "object" || error === null) return {}
    return typeof error.message === "string"
      ? { [before + name]: error.message }
      : messagesOf(error, `${before}${name}.`)
  })
  return Object.assign({}, ...found)
}

/** A form on react-hook-form: its values, their errors, and the action that takes them. */
export function useFormAction<Values extends FieldValues, Sent, Answer, Row = unknown>(
  options: FormActionOptions<Values, Sent, Answer, Row>,
) {
  const { schema, start, act, onDone, fieldOf = (path) => path, lock, clears = [], ...rest } = options
  const [base, setBase] = useState<Row | null>(lock?.row ?? null)
  const inner = useForm<Values, unknown, Sent>({
    defaultValues: start as DefaultValues<Values>,
    resolver: zodResolver(schema as never) as unknown as Resolver<Values, unknown, Sent>,
  })
  const { isDirty, isSubmitted, submitCount, errors: wrong } = inner.formState
  const values = inner.watch()
  const action = useAction<Answer, Sent>({
    ...rest,
    act: (sent) => act(sent, base),
    onDone: (answer, sent, client) => {
      inner.reset({ ...inner.getValues(), ...Object.fromEntries(clears.map((name) => [name, start[name]])) })
      onDone?.(answer, sent, client)
    },
  })
  const refused = action.error instanceof ApiError ? action.error : null
  const errors: FormFields<Values>["errors"] = {
    ...Object.fromEntries(Object.entries(refused?.errors ?? {}).map(([path, text]) => [fieldOf(path), text])),
    ...messagesOf(wrong),
  }
  function set(path: string, value: unknown) {
    inner.setValue(path as Path<Values>, value as never, { shouldDirty: true })
    if (isSubmitted) void inner.trigger()
  }
  function rebase(newest: Row, keepMine: boolean) {
    if (!lock) return
    // Not react-hook-form's keepDirtyValues: it would put the items of a changed list together by their places.
    const mine = keepMine && base !== null ? changedPaths(lock.valuesOf(base), inner.getValues()) : []
    setBase(newest)
    inner.reset(lock.valuesOf(newest))
    for (const [path, value] of mine) set(path, value)
  }
  const sending = useRef(false)
  const [uploading, setUploading] = useState<readonly string[]>([])
  const form = {
    values,
    errors,
    put: (changed: Partial<Values>) => {
      for (const [path, value] of Object.entries(changed)) set(path, value)
    },
    set,
    latest: () => inner.getValues(),
    setUploading: (path: string, isUploading: boolean) =>
      setUploading((now) => [...now.filter((other) => other !== path), ...(isUploading ? [path] : [])]),
    field: (path: string) => ({
      value: String(get(values, path) ?? ""),
      error: errors[path],
      onChange: ({ target }: { target: { value: string } }) => set(path, target.value),
    }),
  } satisfies FormFields<Values>
  return {
    ...action,
    ...form,
    base,
    isDirty,
    submitCount,
    isUploading: uploading.length > 0,
    /** Go back to the values at the start, or after the last save. */
    discard: () => {
      inner.reset()
      action.reset()
    },
    rebase,
    conflict: useConflict({ lock, base, values, isDirty, action, rebase }),
    /** Send the values; a second call waits for nothing and sends nothing while the first is under way. */
    submit: async () => {
      if (sending.current || uploading.length > 0) return
      sending.current = true
      const send = inner.handleSubmit((sent) => action.mutateAsync(sent).catch(() => {}))
      await send().finally(() => {
        sending.current = false
      })
    },
  }
}
