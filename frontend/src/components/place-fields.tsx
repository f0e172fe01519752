import type { UseFormRegisterReturn } from "react-hook-form"
import { useTranslation } from "@/i18n"
import { indianStates } from "@/lib/indian-states"
import { TextField } from "./field"
import { NativeSelect } from "./native-select"

type PlaceFieldsProps = {
  /** Props of a field of the form: its registration, its label, its error. */
  field: (
    name: "street" | "city" | "state" | "pincode",
  ) => UseFormRegisterReturn & { label: string; error?: string | undefined }
  /** City and state have just been filled in from the pincode. */
  filledIn: boolean
}

/** Address fields of all forms; two columns of a grid. */
export function PlaceFields({ field, filledIn }: PlaceFieldsProps) {
  const { t } = useTranslation("checkout")
  return (
    <>
      <TextField
        {...field("street")}
        autoComplete="street-address"
        hint={t("hints.street")}
        className="sm:col-span-2"
      />
      <TextField
        {...field("pincode")}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        hint={<span role="status">{t(filledIn ? "hints.filledIn" : "hints.pincode")}</span>}
      />
      <TextField {...field("city")} autoComplete="address-level2" autoCapitalize="words" />
      <NativeSelect
        {...field("state")}
        autoComplete="address-level1"
        options={[
          { value: "", label: t("chooseState") },
          ...indianStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
        ]}
      />
      <TextField label={t("fields.country")} value={t("india")} readOnly autoComplete="off" />
    </>
  )
}
