import { LiveDot } from "@/components/live-dot"
import { useTranslation } from "@/i18n"
import { useNow } from "@/lib/time"
import type { ProductDetail } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import { useLiveStatus } from "@/stores/live"
import { minutesAndSeconds } from "./countdown"
import { isScarce, StockNote } from "./stock-note"

/** Stock status, updated live. */
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
  const hydrated = useHydrated()
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
  if (!product.heldUntil) {
    return (
      <span role="status" className="text-danger">
        {t("product.soldOut")}
      </span>
    )
  }
  return (
    <span className="text-warning">
      <span role="status">{t("product.held")}</span> {hydrated && <BackIn until={product.heldUntil} />}
    </span>
  )
}

/** Countdown to the end of another buyer's stock hold; not announced every second. */
function BackIn({ until }: { until: string }) {
  const { t } = useTranslation()
  const end = Date.parse(until)
  const now = useNow(1000)
  return now < end ? (
    <span role="timer" className="tabular-nums">
      {t("product.backIn", { time: minutesAndSeconds(end - now) })}
    </span>
  ) : (
    <span role="status">{t("product.backSoon")}</span>
  )
}
