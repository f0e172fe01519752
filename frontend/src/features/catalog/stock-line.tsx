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
  const tone =
    product.isAvailable || own ? "text-success" : product.contention ? "text-warning" : "text-danger"
  const text = product.isAvailable ? "inStock" : own ? "heldForYou" : product.contention ? "held" : "soldOut"
  const scarce = isScarce(product)
  return (
    <span role="status" className={scarce ? "text-warning" : tone}>
      {scarce ? <StockNote product={product} /> : t(`product.${text}`)}
    </span>
  )
}
