import { useTranslation } from "react-i18next"

const FEW = 5

/** A word when only a few pieces are left; nothing when there are plenty or none. */
export function StockNote({ product }: { product: { sellable: number; isAvailable: boolean } }) {
  const { t } = useTranslation()
  if (!product.isAvailable || product.sellable > FEW) return null
  return (
    <span className="text-sm text-warning">
      {product.sellable === 1 ? t("card.lastOne") : t("card.fewLeft", { count: product.sellable })}
    </span>
  )
}
