import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Mukhi } from "./queries"

/** Returns a function that tells a bead's facts, as pairs of name and text; what its product does not say is "–". */
export function useMukhiFacts() {
  const { t } = useTranslation(["mukhi", "shop"])
  return ({ specifications, priceFrom, product }: Mukhi) => [
    ...(["deity", "planet", "mantra", "size"] as const).map((key) => ({
      key,
      name: t(`shop:product.specs.${key}`),
      text: specifications[key] || "–",
    })),
    {
      key: "price" as const,
      name: product.isAvailable ? t("priceFrom") : t("shop:card.outOfStock"),
      text: formatRupees(priceFrom),
    },
  ]
}
