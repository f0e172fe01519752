import { useValueLabel } from "@/features/admin/audit/use-value-label"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Check, CheckGroup, Field, SelectField } from "@/features/admin/shared/form-fields"
import { required } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { rightsByGroup, tokensKey } from "./queries"
import { Secret } from "./secret"

const MAX_NAME = 120
const DAYS = [7, 30, 90, 180, 365]
const groups = Object.keys(rightsByGroup) as (keyof typeof rightsByGroup)[]
const allRights = Object.values(rightsByGroup).flat()

/** Create an API token; its secret is shown here, and only now. */
export function TokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("adminUsers")
  const schema = z.object({
    name: required(t("tokens.nameMissing")),
    days: z.string().transform(Number),
    rights: z
      .record(z.string(), z.boolean())
      .transform((ticked) => allRights.filter((right) => ticked[right]))
      .refine((rights) => rights.length > 0, t("tokens.rightsMissing")),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t("tokens.create")}
      description={t("tokens.createText")}
      schema={schema}
      start={{ name: "", days: "90", rights: {} }}
      act={(body) => send("post", "/api/admin/api-tokens", { body })}
      result={({ secret, token: { name } }) => (
        <Secret secret={secret} title={t("tokens.made", { name })} onClose={onClose}>
          {t("tokens.madeText")}
        </Secret>
      )}
      renews={[tokensKey]}
      failed={t("tokens.createFailed")}
      submit={t("tokens.create")}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          path="name"
          label={t("tokens.columns.name")}
          hint={t("tokens.nameHint")}
          maxLength={MAX_NAME}
          required
        />
        <SelectField
          path="days"
          label={t("tokens.validFor")}
          options={DAYS.map((count) => ({ value: String(count), label: t("tokens.days", { count }) }))}
        />
      </div>
      <RightsField />
    </FormDialog>
  )
}

/** The rights, ticked one by one. */
function RightsField() {
  const { t } = useTranslation("adminUsers")
  const labels = useValueLabel("token.created")
  return (
    <CheckGroup path="rights" label={t("tokens.columns.rights")} className="gap-y-4">
      {groups.map((group) => (
        <div key={group}>
          <p className="text-ink-soft text-sm">{t(`tokens.groups.${group}`)}</p>
          {rightsByGroup[group].map((right) => (
            <Check key={right} path={`rights.${right}`}>
              {labels.value(["rights"], right)}
            </Check>
          ))}
        </div>
      ))}
    </CheckGroup>
  )
}
