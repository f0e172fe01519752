import { ChevronDown, Truck } from "lucide-react"
import { type ReactNode, useState } from "react"
import { OptionNotes } from "@/components/option-notes"
import { Picture } from "@/components/picture"
import { QuoteTotals } from "@/components/quote-totals"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"
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

/** The ordered items as chosen, their costs as computed by the server, and when they arrive. */
export function OrderSummary({ quote, stale, cashFee, children }: OrderSummaryProps) {
  const { t, i18n } = useTranslation("checkout")
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
            <p className="font-medium tabular-nums" translate="no">
              {formatRupees(line.totalPrice)}
            </p>
          </li>
        ))}
      </ul>
      {children && <div className="mt-3 border-line border-t pt-2">{children}</div>}
      <QuoteTotals quote={quote} stale={stale} cashFee={cashFee} className="mt-3 border-line border-t pt-3" />
      <p className="mt-3 flex gap-2.5 border-line border-t pt-3 text-sm">
        <Truck className="mt-0.5 size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        {t("summary.arrives", { day: formatDate(quote.estimatedDelivery, i18n.language) })}
      </p>
    </section>
  )
}

/** The summary folded into one line above the form: every step says what it comes to. */
export function FoldedSummary({ className, ...rest }: OrderSummaryProps & { className?: string }) {
  const { t } = useTranslation("checkout")
  const [open, setOpen] = useState(false)
  return (
    <details
      className={cx("rounded-md bg-tile", className)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-12 list-none items-center gap-2 px-4 sm:px-5 [&::-webkit-details-marker]:hidden">
        {t("summary.title")}
        <ChevronDown className={cx("size-4 text-ink-soft", open && "rotate-180")} />
        <span className="ml-auto font-medium tabular-nums" translate="no">
          {formatRupees(rest.quote.totalAmount + (rest.cashFee ?? 0))}
        </span>
      </summary>
      {open && <OrderSummary {...rest} />}
    </details>
  )
}
