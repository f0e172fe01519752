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
}

/** What is bought and what it costs, in the server's figures. */
export function OrderSummary({ quote, stale }: OrderSummaryProps) {
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
            </div>
            <p className="font-medium tabular-nums">{formatRupees(line.totalPrice)}</p>
          </li>
        ))}
      </ul>
      <QuoteTotals quote={quote} stale={stale} className="mt-4 border-line border-t pt-3" />
    </section>
  )
}
