import { Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { FieldNotes, TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { Check, Field, MoneyField, NumberField, useFields } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import { indianStates } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import { useAction } from "@/lib/use-action"
import { kindOf, type SettingsValues, stored } from "./fields"

const MOST_ZONES = 30
const MAX_NAME = 60
/** A zone as it is typed. */
type TypedZone = Record<Exclude<keyof Schemas["Zone"], "states" | "isServed">, string> & {
  states: readonly string[]
  isServed: boolean
}

const NEW_ZONE: TypedZone = {
  en: "",
  hi: "",
  states: [],
  pincodes: "",
  isServed: true,
  basePaise: "0",
  baseGrams: "500",
  stepPaise: "0",
  stepGrams: "500",
  freeAbovePaise: "",
}

/** Zones with a charge of their own, and a trial of what is typed. */
export function ShippingZonesField({ path, label, hint }: { path: string; label: string; hint: string }) {
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<SettingsValues>()
  const zones = values.shipping?.zones as readonly TypedZone[]
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label}</legend>
      <FieldNotes id={undefined} error={errors[path]} hint={hint} />
      {zones.length === 0 && <p className="mt-2 text-ink-soft text-sm">{t("zones.none")}</p>}
      <ul className="mt-2 divide-y divide-line">
        {zones.map((zone, place) => (
          // By its place, which alone stays while all of it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a zone has nothing else of its own.
          <li key={place} className="py-4">
            <ZoneFields path={`${path}.${place}`} zone={zone} />
            <Button
              size="sm"
              variant="secondary"
              className="mt-3"
              onClick={() =>
                set(
                  path,
                  zones.filter((_, at) => at !== place),
                )
              }
            >
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
      {zones.length > 0 && <Trial />}
    </fieldset>
  )
}

function ZoneFields({ path, zone }: { path: string; zone: TypedZone }) {
  const { t } = useTranslation(["adminSettings", "checkout"])
  const { errors, set } = useFields<SettingsValues>()
  const { states } = zone
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <Field path={`${path}.en`} label={t("zones.en")} maxLength={MAX_NAME} />
      <Field path={`${path}.hi`} label={t("zones.hi")} maxLength={MAX_NAME} lang="hi" />
      <Field path={`${path}.pincodes`} label={t("zones.pincodes")} hint={t("zones.pincodesHint")} rows={2} />
      <details className="col-span-full">
        <summary className="text-sm">{t("zones.states", { count: states.length })}</summary>
        <div className="grid gap-x-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
          {indianStates.map((state) => (
            <Checkbox
              key={state}
              checked={states.includes(state)}
              onChange={(checked) =>
                set(
                  `${path}.states`,
                  checked ? [...states, state] : states.filter((other) => other !== state),
                )
              }
            >
              {t(`checkout:states.${state}`)}
            </Checkbox>
          ))}
        </div>
      </details>
      <FieldNotes id={undefined} error={errors[`${path}.states`]} hint={undefined} />
      <div className="col-span-full">
        <Check path={`${path}.isServed`}>{t("zones.served")}</Check>
      </div>
      {zone.isServed && (
        <>
          <MoneyField path={`${path}.basePaise`} label={t("zones.basePaise")} />
          <NumberField path={`${path}.baseGrams`} label={t("zones.baseGrams")} />
          <MoneyField
            path={`${path}.freeAbovePaise`}
            label={t("zones.freeAbovePaise")}
            hint={t("zones.freeHint")}
          />
          <MoneyField path={`${path}.stepPaise`} label={t("zones.stepPaise")} />
          <NumberField path={`${path}.stepGrams`} label={t("zones.stepGrams")} />
        </>
      )}
    </div>
  )
}

/** What a parcel would cost by what is typed. */
function Trial() {
  const { t } = useTranslation("adminSettings")
  const errorText = useErrorText()
  const { values } = useFields<SettingsValues>()
  const [parcel, setParcel] = useState({ pincode: "", grams: "500" })
  const {
    mutate: run,
    data,
    error,
    isPending,
  } = useAction({
    act: () =>
      send("post", "/api/admin/settings/shipping-trial", {
        body: {
          shipping: Object.fromEntries(
            Object.entries(values.shipping ?? {}).map(([name, value]) => [
              name,
              stored(kindOf(`shipping.${name}`), value),
            ]),
          ),
          pincode: parcel.pincode,
          grams: stored("number", parcel.grams) as number,
        },
      }),
    done: "",
  })
  return (
    <fieldset className="max-w-xl rounded-md bg-tile p-4">
      <legend className="float-left mb-2 w-full font-medium text-sm">{t("zones.try")}</legend>
      <div className="clear-both grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        {(["pincode", "grams"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`zones.${name}`)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={parcel[name]}
            onChange={({ target }) => setParcel({ ...parcel, [name]: target.value })}
            onKeyDown={(event) => {
              // The form around it would be saved.
              if (event.key !== "Enter") return
              event.preventDefault()
              run()
            }}
          />
        ))}
        <Button variant="secondary" busy={isPending} onClick={() => run()}>
          {t("zones.tryButton")}
        </Button>
      </div>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {error ? (
          <Notice tone="warning">
            {(error instanceof ApiError && Object.values(error.errors).join(" ")) ||
              errorText(error, t("zones.failed"))}
          </Notice>
        ) : (
          data &&
          t(data.isServed ? "zones.result" : "zones.resultNone", {
            zone: data.zone,
            terms: data.terms,
            charge: formatRupees(data.charge),
          })
        )}
      </div>
    </fieldset>
  )
}
