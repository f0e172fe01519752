import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { isIndianState } from "@/lib/indian-states"
import type { DetailsForm } from "./use-details-form"

/** Choice among the saved addresses. */
export function SavedAddresses({ form }: { form: DetailsForm }) {
  const { t } = useTranslation("checkout")
  return (
    <div className="rounded-md bg-tile p-4 sm:p-5">
      <RadioList
        label={t("saved.title")}
        value={form.chosen}
        onChange={form.choose}
        options={[
          ...form.addresses.map(({ _id, name, phone, street, city, state, pincode, isDefault }) => ({
            value: _id,
            label: (
              <span className="block py-2">
                <span className="block font-medium">
                  <span translate="no">{name}</span>
                  {isDefault && (
                    <span className="font-normal text-ink-soft text-sm"> · {t("saved.usual")}</span>
                  )}
                </span>
                <span className="block text-ink-soft text-sm" translate="no">
                  {street}, {city}, {isIndianState(state) ? t(`states.${state}`) : state} {pincode} · {phone}
                </span>
              </span>
            ),
          })),
          { value: "other", label: t("saved.other") },
        ]}
      />
    </div>
  )
}
