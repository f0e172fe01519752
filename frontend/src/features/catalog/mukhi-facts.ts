import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Mukhi } from "./queries"

/** Returns a function that tells a bead's facts, as pairs of name and text; what its product does not say is "–". */
export function useMukhiFacts() {
  const { t } = useTranslation(["mukhi", "shop"])
  return ({ specifications, priceFrom, product }: Mukhi) => {
    const { deity, planet, mantra, size } = specifications
    const told = (text: string | null | undefined) => text || "–"
    return [
      { key: "deity", name: t("shop:product.specs.deity"), text: told(deity) },
      { key: "planet", name: t("shop:product.specs.planet"), text: told(planet) },
      { key: "mantra", name: t("shop:product.specs.mantra"), text: told(mantra) },
      { key: "size", name: t("shop:product.specs.size"), text: told(size) },
      {
        key: "price",
        name: product.isAvailable ? t("priceFrom") : t("shop:card.outOfStock"),
        text: formatRupees(priceFrom),
      },
    ] as const
  }
}
