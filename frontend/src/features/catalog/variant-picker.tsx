import { OptionChips } from "@/components/option-chips"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { ProductDetail } from "@/lib/types"
import type { Variant } from "@/lib/variants"
import { nearestVariant } from "./nearest-variant"

type VariantPickerProps = {
  product: ProductDetail
  /** The id of the chosen variant. */
  chosenId: string
  onChoose: (variant: Variant) => void
}

/**
 * The values of each option of a product with variants. A value without a variant for the other chosen values is
 * marked, and leads to the nearest one.
 */
export function VariantPicker({ product, chosenId, onChoose }: VariantPickerProps) {
  const { t } = useTranslation()
  const { variants, optionNames } = product
  const chosen = variants.find(({ _id }) => _id === chosenId)
  if (!chosen) return null
  const isPriced = new Set(variants.map(({ price }) => price)).size > 1

  return (
    <div className="@container space-y-6 lg:space-y-3">
      {optionNames.map((name, option) => {
        const values = [...new Set(variants.map((variant) => variant.values[option] ?? ""))]
        const noteOf = (value: string) => {
          const variant = variants.find((each) =>
            each.values.every((own, place) => own === (place === option ? value : chosen.values[place])),
          )
          if (!variant) return t("product.otherCombination")
          if (!variant.isAvailable) return t("card.outOfStock")
          return isPriced ? formatRupees(variant.price) : undefined
        }
        return (
          <OptionChips
            key={name}
            label={name}
            value={chosen.values[option] ?? ""}
            options={values.map((value) => ({ value, label: value, note: noteOf(value) }))}
            onChange={(value) => {
              const next = nearestVariant(variants, chosen, option, value)
              if (next) onChoose(next)
            }}
          />
        )
      })}
    </div>
  )
}
