import { LiveDot } from "@/components/live-dot"
import { useTranslation } from "@/i18n"
import type { ProductDetail } from "@/lib/types"
import { useLiveStatus } from "@/stores/live"
import { useOwnHold } from "@/stores/unpaid-orders"
import { isScarce, StockNote } from "./stock-note"

export function StockLine({ product }: { product: ProductDetail }) {
  const status = useLiveStatus()
  return (
    <div className="flex min-h-11.5 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Stock product={product} />
      <LiveDot status={status} />
    </div>
  )
}

function Stock({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const own = useOwnHold(product._id)
  if (product.isAvailable) {
    return isScarce(product) ? (
      <span role="status" className="text-warning">
        <StockNote product={product} />
      </span>
    ) : (
      <span role="status" className="text-success">
        {t("product.inStock")}
      </span>
    )
  }
  if (own) {
    return (
      <span role="status" className="text-success">
        {t("product.heldForYou")}
      </span>
    )
  }
  return (
    <span role="status" className={product.contention ? "text-warning" : "text-danger"}>
      {t(product.contention ? "product.held" : "product.soldOut")}
    </span>
  )
}
