import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"

type PriceProps = {
  /** Rupees. */
  price: number
  /** Struck through when it is higher than the price. */
  originalPrice?: number | null
  /** The lowest of several prices: "From ₹500". */
  isLowest?: boolean
  size?: "sm" | "md" | "lg"
}

const sizes = { sm: "text-base", md: "text-lg", lg: "text-2xl" }

export function Price({ price, originalPrice, isLowest, size = "md" }: PriceProps) {
  const { t } = useTranslation()
  const reduced = originalPrice != null && originalPrice > price
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
      <span className={cx("font-medium text-ink", sizes[size])}>
        {reduced && <span className="sr-only">{t("common.priceNow")} </span>}
        {isLowest ? (
          t("common.priceFrom", { price: formatRupees(price) })
        ) : (
          <span translate="no">{formatRupees(price)}</span>
        )}
      </span>
      {reduced && (
        <s className="text-ink-soft text-sm">
          <span className="sr-only">{t("common.priceBefore")} </span>
          <span translate="no">{formatRupees(originalPrice)}</span>
        </s>
      )}
    </span>
  )
}
