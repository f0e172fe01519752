import { DayField } from "@/components/day-field"
import { TextField } from "@/components/field"
import { RadioList } from "@/components/radio-list"
import { Check, Field, useForm } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { type Draft, faultsOf } from "./draft"

/** Return a function that words the faults of a draft, by field. */
export function useFaults() {
  const { t } = useTranslation("discounts")
  return (draft: Draft): Record<string, string> =>
    Object.fromEntries(Object.entries(faultsOf(draft)).map(([name, fault]) => [name, t(`faults.${fault}`)]))
}

/** The fields of a code's rule: its discount, conditions and dates. The codes of a batch are used once each. */
export function RuleFields({ isBatch = false }: { isBatch?: boolean }) {
  const { t } = useTranslation("discounts")
  const { values: draft, errors, put, field } = useForm<Draft>()
  const text = (name: "percent" | "amount" | "most" | "minimum" | "limit" | "perCustomer", hint?: string) => (
    <Field
      path={name}
      label={t(`fields.${name}`)}
      hint={hint}
      inputMode={name === "percent" || name === "limit" || name === "perCustomer" ? "numeric" : "decimal"}
      maxLength={12}
    />
  )
  const moment = (end: "start" | "end") => {
    const day = `${end}Day` as const
    const time = `${end}Time` as const
    return (
      <div className="grid grid-cols-[1fr_8rem] items-start gap-3">
        <DayField
          label={t(`fields.${day}`)}
          hint={t(`hints.${day}`)}
          value={draft[day]}
          error={errors[day] ?? errors[`${end}sAt`]}
          onChange={(value) => put({ [day]: value })}
        />
        <TextField type="time" label={t(`fields.${time}`)} {...field(time)} />
      </div>
    )
  }
  return (
    <>
      <RadioList
        label={t("fields.kind")}
        value={draft.kind}
        options={[
          { value: "percent", label: t("kinds.percent") },
          { value: "amount", label: t("kinds.amount") },
        ]}
        onChange={(kind) => put({ kind })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {draft.kind === "percent" ? (
          <>
            {text("percent")}
            {text("most", t("hints.most"))}
          </>
        ) : (
          text("amount")
        )}
        {text("minimum", t("hints.minimum"))}
        {!isBatch && text("limit", t("hints.limit"))}
        {!isBatch && text("perCustomer", t("hints.perCustomer"))}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {moment("start")}
        {moment("end")}
      </div>
      <Field path="note" label={t("fields.note")} hint={t("hints.note")} maxLength={200} />
      <Check path="isActive">{t("fields.isActive")}</Check>
    </>
  )
}
