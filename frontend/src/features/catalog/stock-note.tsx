import { useTranslation } from "@/i18n"

type Stock = { sellable: number; isAvailable: boolean }

const FEW = 5

/** Return true when few pieces are left. */
export const isScarce = ({ sellable, isAvailable }: Stock) => isAvailable && sellable <= FEW

/** The number of pieces left. */
export function StockNote({ product }: { product: Stock }) {
  const { t } = useTranslation()
  return product.sellable === 1 ? t("card.lastOne") : t("card.fewLeft", { count: product.sellable })
}
