import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"
import { verbatim } from "@/lib/verbatim"

type Totals = Pick<
  Quote,
  "itemsTotal" | "tax" | "shippingCost" | "discount" | "totalAmount" | "pricesIncludeTax"
>

type QuoteTotalsProps = {
  /** Of a quote or an order. */
  quote: Totals & Pick<Quote, "shippingIsEstimate">
  discountCode?: string | null
  /** Fee for paying the courier; null or left out: it is paid online, or part of the delivery. */
  cashFee?: number | null
  /** The figures belong to what was chosen before the last change. */
  stale?: boolean
  className?: string
}

/** Subtotal, discount, fees and total, as the server calculated them; they add up as people read them. */
export function QuoteTotals({ quote, discountCode, cashFee, stale, className }: QuoteTotalsProps) {
  const { t } = useTranslation("checkout")
  const { itemsTotal, tax, shippingCost, discount, totalAmount, pricesIncludeTax } = quote
  return (
    <dl className={cx("space-y-1 text-sm", stale && "opacity-50", className)}>
      <Row label={t("summary.subtotal")} value={formatRupees(itemsTotal)} />
      {discount > 0 && (
        <Row
          label={discountCode ? t("summary.discountOf", { code: discountCode }) : t("summary.discount")}
          value={`−${formatRupees(discount)}`}
        />
      )}
      <Row
        label={t(quote.shippingIsEstimate ? "summary.shippingEstimate" : "summary.shipping")}
        value={shippingCost === 0 ? t("summary.free") : formatRupees(shippingCost)}
      />
      {!pricesIncludeTax && <Row label={t("summary.tax")} value={formatRupees(tax)} />}
      {Boolean(cashFee) && <Row label={t("summary.cashFee")} value={formatRupees(cashFee ?? 0)} />}
      <div className="flex justify-between gap-4 pt-1.5 font-medium text-base">
        <dt>{t("summary.total")}</dt>
        <dd className="text-right tabular-nums">
          <span translate="no">{formatRupees(totalAmount + (cashFee ?? 0))}</span>
          {/* The fee's own tax is known once the order is: no figure rather than one that lacks it. */}
          {pricesIncludeTax && tax > 0 && !cashFee && (
            <span className="block font-normal text-ink-soft text-xs">
              {t("summary.taxIncluded", { amount: formatRupees(tax) })}
            </span>
          )}
        </dd>
      </div>
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
