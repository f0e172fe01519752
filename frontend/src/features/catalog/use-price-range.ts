import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { PriceBounds } from "./list-filters"

/** Say what the bounds of the price filter mean. */
export function usePriceRange(): (bounds: PriceBounds) => string {
  const { t } = useTranslation()
  return ({ minPrice, maxPrice }) => {
    // 4,999.99 is the end of a band: said in whole rupees.
    const text = { from: formatRupees(minPrice ?? 0), to: formatRupees(Math.floor(maxPrice ?? 0)) }
    if (minPrice === null) return maxPrice === null ? t("list.anyPrice") : t("list.priceBelow", text)
    return maxPrice === null ? t("list.priceAbove", text) : t("list.priceBetween", text)
  }
}
