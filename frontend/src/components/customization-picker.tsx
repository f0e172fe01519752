import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import { formatSurcharge } from "@/lib/money"
import type { CustomizationSelection, ProductDetail } from "@/lib/types"
import { Checkbox } from "./checkbox"
import { OptionChips } from "./option-chips"

type Choice = ProductDetail["customization"]["origins"][number]
type Texts = Choice["description"]
type Group = "origin" | "size" | "pendantType"

/** Characters of a description that a chip has room for; a longer one is shown below, of the chosen option only. */
const IN_CHIP = 36
const isShort = (text: string) => text.length <= IN_CHIP

type CustomizationPickerProps = {
  options: ProductDetail["customization"]
  selection: CustomizationSelection
  onChange: (selection: CustomizationSelection) => void
}

/** Origin, size, pendant and certificate, as far as the product offers a choice. */
export function CustomizationPicker({ options, selection, onChange }: CustomizationPickerProps) {
  const { t, i18n } = useTranslation()
  const optionLabel = useOptionLabel()
  const { origins, sizes, xrayCertification } = options
  const pendants = options.pendantOptions.map(({ type, ...rest }) => ({ name: type, ...rest }))
  if (pendants.length > 0 && !pendants.some(({ name }) => name === "none")) {
    pendants.unshift({
      name: "none",
      price: 0,
      available: true,
      description: { en: "", hi: "" },
      picture: "",
    })
  }

  const inWords = (texts: Texts) => texts[i18n.language] || texts.en
  const chips = (choices: readonly Choice[]) =>
    choices.map(({ name, price, available, description }) => ({
      value: name,
      label: optionLabel(name),
      note: available ? (price === 0 ? undefined : formatSurcharge(price)) : t("product.unavailable"),
      detail: isShort(inWords(description)) ? inWords(description) : undefined,
      disabled: !available,
    }))
  /** Description of the chosen option, unless its chip shows it. */
  const described = (choices: readonly Choice[], chosen: string) => {
    const choice = choices.find(({ name }) => name === chosen)
    const text = choice && inWords(choice.description)
    return text && !isShort(text) ? text : undefined
  }

  const groups: { name: Group; label: string; choices: readonly Choice[]; hint?: string }[] = [
    { name: "origin", label: t("product.origin"), choices: origins },
    {
      name: "size",
      label: t("product.size"),
      choices: sizes,
      hint: sizes.some(({ price }) => price > 0) ? t("product.sizeNote") : undefined,
    },
    { name: "pendantType", label: t("product.pendant"), choices: pendants },
  ]

  return (
    <div className="@container space-y-6 lg:space-y-3">
      {groups.map(
        ({ name, label, choices, hint }) =>
          choices.length > 1 && (
            <OptionChips
              key={name}
              label={label}
              hint={hint}
              value={selection[name]}
              options={chips(choices)}
              description={described(choices, selection[name])}
              onChange={(chosen) => onChange({ ...selection, [name]: chosen })}
            />
          ),
      )}
      {xrayCertification.available && (
        <Checkbox
          checked={selection.xrayCertification}
          onChange={(chosen) => onChange({ ...selection, xrayCertification: chosen })}
        >
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t("product.certificate")}</span>
            <span
              className="text-ink-soft text-sm tabular-nums"
              translate={xrayCertification.price === 0 ? undefined : "no"}
            >
              {xrayCertification.price === 0
                ? t("product.included")
                : formatSurcharge(xrayCertification.price)}
            </span>
          </span>
          <span className="block text-ink-soft text-sm">
            {inWords(xrayCertification.description) || t("product.certificateText")}
          </span>
        </Checkbox>
      )}
    </div>
  )
}
