import { LiveDot } from "@/components/live-dot"
import { useTranslation } from "@/i18n"
import { useNow } from "@/lib/time"
import type { ProductDetail } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import { useLiveStatus } from "@/stores/live"
import { minutesAndSeconds } from "./countdown"
import { isScarce, StockNote } from "./stock-note"

/** Whether it can be had, kept true by the live link. */
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

/** How long until the hold of another buyer ends; not read out at every second. */
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
