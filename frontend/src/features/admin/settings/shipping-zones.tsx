import { Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { FieldNotes, TextField } from "@/components/field"
import { Check, Field, useFields } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { indianStates } from "@/lib/indian-states"
import { useAction } from "@/lib/use-action"
import { kindOf, type SettingsValues, stored } from "./fields"

const MOST_ZONES = 30
const MAX_NAME = 120
const AMOUNTS = ["basePaise", "baseGrams", "freeAbovePaise", "stepPaise", "stepGrams"] as const
/** A zone as it is typed, what it charges aside. */
type TypedZone = { en: string; states: readonly string[]; isServed: boolean }

const NO_TEXTS = { en: "", hi: "", pincodes: "", freeAbovePaise: "" }
const NO_CHARGE = { basePaise: "0", baseGrams: "500", stepPaise: "0", stepGrams: "500" }
const NEW_ZONE = { ...NO_TEXTS, states: [], isServed: true, ...NO_CHARGE }

/** Zones with a charge of their own, and a trial of what is typed. */
export function ShippingZonesField({ path, label, hint }: { path: string; label: string; hint: string }) {
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<SettingsValues>()
  const zones = values.shipping?.zones as readonly TypedZone[]
  const remove = (place: number) => zones.filter((_, at) => at !== place)
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label}</legend>
      <FieldNotes id={undefined} error={errors[path]} hint={hint} />
      <ul className="mt-2 divide-y divide-line">
        {zones.map((zone, place) => (
          // By its place, which alone stays while all of it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a zone has nothing else of its own.
          <li key={place} className="py-4">
            <ZoneFields path={`${path}.${place}`} zone={zone} />
            <Button size="sm" variant="secondary" className="mt-3" onClick={() => set(path, remove(place))}>
              <Trash2 aria-hidden="true" className="size-4" />
              {t("zones.remove", { zone: zone.en || place + 1 })}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="secondary"
        disabled={zones.length >= MOST_ZONES}
        onClick={() => set(path, [...zones, NEW_ZONE])}
        className="mt-2 mb-3"
      >
        <Plus aria-hidden="true" className="size-4" />
        {t("zones.add")}
      </Button>
      {zones.length > 0 && <Trial shipping={values.shipping ?? {}} />}
    </fieldset>
  )
}

function ZoneFields({ path, zone: { states, isServed } }: { path: string; zone: TypedZone }) {
  const { t } = useTranslation(["adminSettings", "checkout"])
  const { errors, set } = useFields<SettingsValues>()
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <Field path={`${path}.en`} label={t("zones.en")} maxLength={MAX_NAME} />
      <Field path={`${path}.hi`} label={t("zones.hi")} maxLength={MAX_NAME} lang="hi" />
      <Field path={`${path}.pincodes`} label={t("zones.pincodes")} hint={t("zones.pincodesHint")} rows={2} />
      <details className="col-span-full">
        <summary className="text-sm">{t("zones.states", { number: states.length })}</summary>
        <div className="grid gap-x-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
          {indianStates.map((state) => {
            const others = states.filter((other) => other !== state)
            return (
              <Checkbox
                key={state}
                checked={states.includes(state)}
                onChange={(checked) => set(`${path}.states`, checked ? [...others, state] : others)}
              >
                {t(`checkout:states.${state}`)}
              </Checkbox>
            )
          })}
        </div>
      </details>
      <FieldNotes id={undefined} error={errors[`${path}.states`]} hint={undefined} />
      <div className="col-span-full">
        <Check path={`${path}.isServed`}>{t("zones.served")}</Check>
      </div>
      {isServed &&
        AMOUNTS.map((name) => (
          <Field
            key={name}
            path={`${path}.${name}`}
            label={t(`zones.${name}`)}
            inputMode="decimal"
            maxLength={12}
          />
        ))}
    </div>
  )
}

/** What a parcel would cost by the charges that are typed. */
function Trial({ shipping }: { shipping: Record<string, unknown> }) {
  const { t } = useTranslation("adminSettings")
  const errorText = useErrorText()
  const [parcel, setParcel] = useState({ pincode: "", grams: "500" })
  const fields = Object.entries(shipping).map(([name, value]) => [
    name,
    stored(kindOf(`shipping.${name}`), value),
  ])
  const body = {
    shipping: Object.fromEntries(fields),
    ...parcel,
    grams: stored("number", parcel.grams) as number,
  }
  const trial = useAction({
    act: () => send("post", "/api/admin/settings/shipping-trial", { body }),
    done: "",
  })
  const { error } = trial
  const faults = error instanceof ApiError ? Object.values(error.errors).join(" ") : ""
  return (
    <fieldset className="max-w-xl rounded-md bg-tile p-4">
      <legend className="sr-only">{t("zones.try")}</legend>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        {(["pincode", "grams"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`zones.${name}`)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={parcel[name]}
            onChange={({ target }) => setParcel({ ...parcel, [name]: target.value })}
            // The form around it would be saved.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        ))}
        <Button variant="secondary" busy={trial.isPending} onClick={() => trial.mutate()}>
          {t("zones.try")}
        </Button>
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {error ? faults || errorText(error) : trial.data}
      </p>
    </fieldset>
  )
}
