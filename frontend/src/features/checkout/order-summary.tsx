import type { ReactNode } from "react"
import { OptionNotes } from "@/components/option-notes"
import { Picture } from "@/components/picture"
import { QuoteTotals } from "@/components/quote-totals"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"

type OrderSummaryProps = {
  quote: Quote
  /** The figures belong to the selection before the last change. */
  stale: boolean
  /** Fee for paying the courier; null: it is paid online. */
  cashFee: number | null
  /** Between what is bought and what it comes to. */
  children?: ReactNode
}

/** The ordered items and their costs as computed by the server. */
export function OrderSummary({ quote, stale, cashFee, children }: OrderSummaryProps) {
  const { t } = useTranslation("checkout")
  return (
    <section aria-label={t("summary.title")} aria-busy={stale} className="rounded-md bg-tile p-4 sm:p-5">
      <ul className="space-y-4">
        {quote.lines.map((line) => (
          <li key={JSON.stringify([line.productId, line.customization])} className="flex gap-4">
            <Picture src={line.image} alt="" sizes="72px" className="size-18 shrink-0 rounded-sm" />
            <div className="min-w-0 flex-1">
              <p className="font-display text-lg leading-snug">{line.title}</p>
              <p className="mt-0.5 text-ink-soft text-sm">
                <OptionNotes customization={line.customization} quantity={line.quantity} />
              </p>
              {line.tax > 0 && (
                <p className="mt-0.5 text-ink-soft text-xs tabular-nums">
                  {t(quote.pricesIncludeTax ? "summary.lineTaxIncluded" : "summary.lineTax", {
                    rate: line.taxRate,
                    amount: formatRupees(line.tax),
                  })}
                </p>
              )}
            </div>
            <p className="font-medium tabular-nums" translate="no">
              {formatRupees(line.totalPrice)}
            </p>
          </li>
        ))}
      </ul>
      {children && <div className="mt-3 border-line border-t pt-2">{children}</div>}
      <QuoteTotals quote={quote} stale={stale} cashFee={cashFee} className="mt-3 border-line border-t pt-3" />
    </section>
  )
}
