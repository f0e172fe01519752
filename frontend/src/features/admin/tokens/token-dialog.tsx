import { Copy } from "lucide-react"
import { useId } from "react"
import { Button } from "@/components/button"
import { FieldNotes } from "@/components/field"
import { Notice } from "@/components/notice"
import { useValueLabel } from "@/features/admin/audit/use-value-label"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Check, Field, SelectField, useFields } from "@/features/admin/shared/form-fields"
import { required } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { z } from "@/lib/zod"
import { type NewToken, rightsByGroup, tokensKey } from "./queries"

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
      result={(made) => <Secret made={made} onClose={onClose} />}
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
  const { errors } = useFields<{ rights: unknown }>()
  const labels = useValueLabel("token.created")
  const id = useId()
  return (
    <fieldset
      aria-describedby={errors.rights && id}
      data-invalid={errors.rights && true}
      className="grid gap-x-6 gap-y-4 sm:grid-cols-2"
    >
      <legend className="mb-2 font-medium text-sm">{t("tokens.columns.rights")}</legend>
      <div className="col-span-full empty:hidden">
        <FieldNotes id={id} error={errors.rights} />
      </div>
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
    </fieldset>
  )
}

function Secret({ made: { secret, token }, onClose }: { made: NewToken; onClose: () => void }) {
  const { t } = useTranslation("adminUsers")
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(t("tokens.copied")),
      () => toast.error(t("tokens.copyFailed")),
    )
  return (
    <div className="space-y-5">
      <Notice tone="success" announce title={t("tokens.made", { name: token.name })}>
        {t("tokens.madeText")}
      </Notice>
      <code
        className="block select-all break-all rounded-md border border-line bg-tile p-4"
        translate="no"
        data-secret
      >
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          {t("tokens.copy")}
        </Button>
        <Button onClick={onClose}>{t("tokens.close")}</Button>
      </div>
    </div>
  )
}
