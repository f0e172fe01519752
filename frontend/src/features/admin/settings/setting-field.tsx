import { FieldNotes } from "@/components/field"
import { Check, Field, RadioField, SelectField, useFields } from "@/features/admin/shared/form-fields"
import { useCodeText } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { indianStates } from "@/lib/indian-states"
import { useFieldLabel } from "./change-list"
import type { FieldKind, SettingsValues } from "./fields"
import { HomeSectionsField } from "./home-sections"
import { ClosedDaysField, TimetableField } from "./opening-hours"
import { PictureSetting } from "./picture-setting"
import type { SettingsNow } from "./queries"
import { ShippingZonesField } from "./shipping-zones"

type SettingFieldProps = { path: string; kind: FieldKind } & Pick<SettingsNow, "providers" | "pictures">

/** One setting with its label, its hint and what is wrong with it. */
export function SettingField({ path, kind, providers, pictures }: SettingFieldProps) {
  const { t } = useTranslation(["adminSettings", "checkout"])
  const { errors, values } = useFields<SettingsValues>()
  const hint = useCodeText("adminSettings")(`hints.${path}`, "")
  const field = { path, label: useFieldLabel()(path) }
  switch (kind) {
    // Around the clock there is nothing to list.
    case "timetable":
      return !values.hours?.aroundTheClock && <TimetableField />
    case "closedDays":
      return (path !== "hours.closedDays" || !values.hours?.aroundTheClock) && <ClosedDaysField path={path} />
    case "shares":
      return <ShareFields providers={providers} />
    case "picture":
      return <PictureSetting {...field} hint={hint} pictures={pictures} />
    case "color":
      return <Field {...field} type="color" />
    case "homeSections":
      return <HomeSectionsField {...field} hint={hint} />
    case "zones":
      return <ShippingZonesField {...field} hint={hint} />
    case "switch":
      return (
        <div className="self-center">
          <Check path={path}>{field.label}</Check>
          <FieldNotes id={undefined} error={errors[path]} hint={hint} />
        </div>
      )
    case "state":
      return (
        <SelectField
          {...field}
          options={indianStates.map((state) => ({ value: state, label: t(`checkout:states.${state}`) }))}
        />
      )
    case "registration":
      return (
        <div className="col-span-full">
          <RadioField
            {...field}
            options={(["registered", "composition", "unregistered"] as const).map((value) => ({
              value,
              label: (
                <>
                  {t(`registrations.${value}`)}
                  <span className="block text-ink-soft text-sm">{t(`registrationNotes.${value}`)}</span>
                </>
              ),
            }))}
          />
        </div>
      )
    case "lines":
    case "pincodes":
      return <Field {...field} hint={hint} rows={2} />
    default: {
      const inputMode = kind === "number" ? "numeric" : kind === "rupees" ? "decimal" : undefined
      return <Field {...field} hint={hint} inputMode={inputMode} />
    }
  }
}

/** The share of new payments of each provider. */
export function ShareFields({ providers }: Pick<SettingFieldProps, "providers">) {
  const { t } = useTranslation("adminSettings")
  const { values } = useFields<SettingsValues>()
  // A provider that the environment no longer names is refused: it must be there to be cleared.
  const named = [
    ...new Set([...Object.keys(providers), ...Object.keys(values.payments?.providerWeights ?? {})]),
  ]
  return named.map((provider) => (
    <Field
      key={provider}
      path={`payments.providerWeights.${provider}`}
      label={t("share", { provider: providers[provider] ?? provider })}
      inputMode="numeric"
      hint={t("shareHint")}
    />
  ))
}
