import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import type { Schemas } from "@/lib/api"

type OptionNotesProps = {
  customization: Schemas["Customization"]
  /** Text before the options. */
  quantity?: number
  /** Text after them. */
  more?: string
}

/** Selected options; defaults are omitted: Nepal · Size: Big · Silver pendant. */
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
