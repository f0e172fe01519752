import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import { formatSurcharge } from "@/lib/money"
import type { CustomizationSelection, ProductDetail } from "@/lib/types"
import { Checkbox } from "./checkbox"
import { OptionChips } from "./option-chips"

type CustomizationPickerProps = {
  options: ProductDetail["customization"]
  selection: CustomizationSelection
  onChange: (selection: CustomizationSelection) => void
}

/** Origin, size, pendant and certificate, as far as the product offers a choice. */
export function CustomizationPicker({ options, selection, onChange }: CustomizationPickerProps) {
  const { t } = useTranslation()
  const optionLabel = useOptionLabel()
  const { origins, sizes, xrayCertification } = options
  const pendants = options.pendantOptions.map(({ type, ...rest }) => ({ name: type, ...rest }))
  if (pendants.length > 0 && !pendants.some(({ name }) => name === "none")) {
    pendants.unshift({ name: "none", price: 0, available: true })
  }

  const chips = (choices: readonly { name: string; price: number; available: boolean }[]) =>
    choices.map(({ name, price, available }) => ({
      value: name,
      label: optionLabel(name),
      note: available ? (price === 0 ? undefined : formatSurcharge(price)) : t("product.unavailable"),
      disabled: !available,
    }))

  return (
    <div className="space-y-6">
      {origins.length > 1 && (
        <OptionChips
          label={t("product.origin")}
          value={selection.origin}
          options={chips(origins)}
          onChange={(origin) => onChange({ ...selection, origin })}
        />
      )}
      {sizes.length > 1 && (
        <OptionChips
          label={t("product.size")}
          value={selection.size}
          options={chips(sizes)}
          onChange={(size) => onChange({ ...selection, size })}
        />
      )}
      {pendants.length > 1 && (
        <OptionChips
          label={t("product.pendant")}
          value={selection.pendantType}
          options={chips(pendants)}
          onChange={(pendantType) => onChange({ ...selection, pendantType })}
        />
      )}
      {xrayCertification.available && (
        <Checkbox
          checked={selection.xrayCertification}
          onChange={(chosen) => onChange({ ...selection, xrayCertification: chosen })}
        >
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t("product.certificate")}</span>
            <span className="text-ink-soft text-sm tabular-nums">
              {xrayCertification.price === 0
                ? t("product.included")
                : formatSurcharge(xrayCertification.price)}
            </span>
          </span>
          <span className="block text-ink-soft text-sm">{t("product.certificateText")}</span>
        </Checkbox>
      )}
    </div>
  )
}
