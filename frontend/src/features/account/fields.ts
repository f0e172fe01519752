import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { isIndianState } from "@/lib/indian-states"
import type { FieldProblem, PasswordProblem } from "@/lib/person-fields"

type FieldName =
  | "name"
  | "email"
  | "phone"
  | "password"
  | "street"
  | "city"
  | "state"
  | "pincode"
  | "language"

/** Labels and errors of a form about a person: from validation, or from the server. */
export function useFields<T extends FieldValues>(form: UseFormReturn<T>) {
  const { t } = useTranslation(["account", "checkout"])
  const { errors } = form.formState

  const problemOf = (name: FieldName): string | undefined => {
    const error = errors[name]
    if (!error) return undefined
    const text = String(error.message)
    if (error.type === "server") return text
    const code = text as FieldProblem | PasswordProblem
    if (code === "passwordShort") return t("errors.passwordShort")
    const state = String(form.getValues("state" as Path<T>) ?? "")
    return t(`checkout:errors.${code}`, {
      field: t(`fields.${name}`),
      state: isIndianState(state) ? t(`checkout:states.${state}`) : state,
    })
  }

  return (name: FieldName & Path<T>) => ({
    ...form.register(name),
    label: t(`fields.${name}`),
    error: problemOf(name),
  })
}

/** Show the server's errors beside their fields; returns false when they belong to none of them. */
export function refuseFields<T extends FieldValues>(form: UseFormReturn<T>, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  const known = Object.entries(error.errors).flatMap(([path, message]) => {
    const name = path.split(".").at(-1) ?? ""
    return name in form.getValues() ? [{ name: name as Path<T>, message }] : []
  })
  known.forEach(({ name, message }, number) => {
    form.setError(name, { type: "server", message }, { shouldFocus: number === 0 })
  })
  return known.length > 0
}
