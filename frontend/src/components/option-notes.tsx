import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import type { Schemas } from "@/lib/api"

type OptionNotesProps = {
  customization: Schemas["Customization"]
  /** Said before the options. */
  quantity?: number
  /** Said after them. */
  more?: string
}

/** The options of a line in a few words: Nepal · Size: Big · Silver pendant. The usual ones go without saying. */
export function OptionNotes({ customization, quantity, more }: OptionNotesProps) {
  const { t } = useTranslation("checkout")
  const optionLabel = useOptionLabel()
  const { origin, size, pendantType, xrayCertification } = customization
  return [
    quantity !== undefined && t("summary.quantity", { count: quantity }),
    origin && optionLabel(origin),
    size && size !== "regular" && t("summary.size", { name: optionLabel(size) }),
    pendantType && pendantType !== "none" && t("summary.pendant", { name: optionLabel(pendantType) }),
    xrayCertification && t("summary.certificate"),
    more,
  ]
    .filter(Boolean)
    .join(" · ")
}
