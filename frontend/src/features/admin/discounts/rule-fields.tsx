import {
  Check,
  Field,
  MomentField,
  MoneyField,
  NumberField,
  RadioField,
  useFields,
} from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"

/** The fields of a code's rule: its discount, conditions and dates. The codes of a batch are used once each. */
export function RuleFields({ isBatch = false }: { isBatch?: boolean }) {
  const { t } = useTranslation("discounts")
  const { kind } = useFields<{ kind: string }>().values
  type Hinted = "most" | "minimum" | "limit" | "perCustomer"
  const named = (path: Hinted | "percent" | "amount") => ({ path, label: t(`fields.${path}`) })
  const hinted = (path: Hinted) => ({ ...named(path), hint: t(`hints.${path}`) })
  return (
    <>
      <RadioField
        path="kind"
        label={t("fields.kind")}
        options={[
          { value: "percent", label: t("kinds.percent") },
          { value: "amount", label: t("kinds.amount") },
        ]}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {kind === "percent" ? (
          <>
            <NumberField {...named("percent")} />
            <MoneyField {...hinted("most")} />
          </>
        ) : (
          <MoneyField {...named("amount")} />
        )}
        <MoneyField {...hinted("minimum")} />
        {!isBatch && <NumberField {...hinted("limit")} />}
        {!isBatch && <NumberField {...hinted("perCustomer")} />}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(["start", "end"] as const).map((end) => (
          <MomentField
            key={end}
            path={`${end}sAt`}
            label={t(`fields.${end}Day`)}
            hint={t(`hints.${end}Day`)}
            timeLabel={t(`fields.${end}Time`)}
          />
        ))}
      </div>
      <Field path="note" label={t("fields.note")} hint={t("hints.note")} maxLength={200} />
      <Check path="isActive">{t("fields.isActive")}</Check>
    </>
  )
}
