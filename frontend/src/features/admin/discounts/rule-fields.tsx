import { Checkbox } from "@/components/checkbox"
import { DayField } from "@/components/day-field"
import { TextField } from "@/components/field"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import type { Draft, DraftFaults } from "./draft"

type RuleFieldsProps = {
  draft: Draft
  /** The codes of a batch are used once each. */
  isBatch?: boolean
  /** What cannot be sent, once that was tried. */
  faults: DraftFaults
  /** What the server said, by field. */
  errors: Record<string, string>
  onChange: (changed: Partial<Draft>) => void
}

/** The fields of what a code takes off, when and for whom. */
export function RuleFields({ draft, isBatch = false, faults, errors, onChange }: RuleFieldsProps) {
  const { t } = useTranslation("discounts")
  const errorOf = (name: keyof Draft, server: string = name) => {
    const fault = faults[name]
    return fault ? t(`faults.${fault}`) : errors[server]
  }
  const text = (name: "percent" | "amount" | "most" | "minimum" | "limit" | "perCustomer", hint?: string) => (
    <TextField
      label={t(`fields.${name}`)}
      hint={hint}
      inputMode={name === "percent" || name === "limit" || name === "perCustomer" ? "numeric" : "decimal"}
      maxLength={12}
      autoComplete="off"
      value={draft[name]}
      error={errorOf(name)}
      onChange={({ target }) => onChange({ [name]: target.value })}
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
          error={errorOf(day, `${end}sAt`)}
          onChange={(value) => onChange({ [day]: value })}
        />
        <TextField
          type="time"
          label={t(`fields.${time}`)}
          value={draft[time]}
          onChange={({ target }) => onChange({ [time]: target.value })}
        />
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
        onChange={(kind) => onChange({ kind })}
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
      <TextField
        label={t("fields.note")}
        hint={t("hints.note")}
        maxLength={200}
        autoComplete="off"
        value={draft.note}
        error={errorOf("note")}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <Checkbox checked={draft.isActive} onChange={(isActive) => onChange({ isActive })}>
        {t("fields.isActive")}
      </Checkbox>
    </>
  )
}
