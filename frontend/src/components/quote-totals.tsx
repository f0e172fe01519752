import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"
import { verbatim } from "@/lib/verbatim"

type QuoteTotalsProps = {
  quote: Quote
  /** The code that gave the discount. */
  discountCode?: string | null
  /** What paying the courier costs on top; null or left out: it is paid online, or part of the delivery. */
  cashFee?: number | null
  /** The figures belong to what was chosen before the last change. */
  stale?: boolean
  className?: string
}

/** Subtotal, discount, fees and total of a quote, as the server calculated them. */
export function QuoteTotals({ quote, discountCode, cashFee, stale, className }: QuoteTotalsProps) {
  const { t } = useTranslation("checkout")
  const { subtotal, tax, shippingCost, discount, totalAmount, pricesIncludeTax } = quote
  return (
    <dl className={cx("space-y-1 text-sm", stale && "opacity-50", className)}>
      <Row label={t("summary.subtotal")} value={formatRupees(subtotal)} />
      {!pricesIncludeTax && <Row label={t("summary.tax")} value={formatRupees(tax)} />}
      {discount > 0 && (
        <Row
          label={discountCode ? t("summary.discountOf", { code: discountCode }) : t("summary.discount")}
          value={`−${formatRupees(discount)}`}
        />
      )}
      <Row
        label={t("summary.shipping")}
        value={shippingCost === 0 ? t("summary.free") : formatRupees(shippingCost)}
      />
      {Boolean(cashFee) && <Row label={t("summary.cashFee")} value={formatRupees(cashFee ?? 0)} />}
      <div className="flex justify-between gap-4 pt-1.5 font-medium text-base">
        <dt>{t("summary.total")}</dt>
        <dd className="tabular-nums" translate="no">
          {formatRupees(totalAmount + (cashFee ?? 0))}
        </dd>
      </div>
      {/* The fee's own tax is known once the order is: no figure rather than one that lacks it. */}
      {pricesIncludeTax && tax > 0 && !cashFee && (
        <div className="flex justify-between gap-4 text-ink-soft text-xs">
          <dt>{t("summary.taxIncluded")}</dt>
          <dd className="tabular-nums" translate="no">
            {formatRupees(tax)}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular-nums" translate={verbatim(value)}>
        {value}
      </dd>
    </div>
  )
}
