import { NativeSelect } from "@/components/native-select"
import type { TransactionDetail } from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"

export type Line = TransactionDetail["lines"][number]
/** Number of returned pieces by line, counted from 1. */
export type Pieces = Readonly<Record<number, number>>

/** The amount paid for these pieces, in paise so that sums stay exact. */
export const paiseOf = (lines: readonly Line[], pieces: Pieces): number =>
  lines.reduce((sum, { line, amounts }) => {
    const amount = amounts[(pieces[line] ?? 0) - 1]
    return sum + (amount === undefined ? 0 : Math.round(amount * 100))
  }, 0)

type RefundPiecesProps = { lines: readonly Line[]; pieces: Pieces; onChange: (pieces: Pieces) => void }

export function RefundPieces({ lines, pieces, onChange }: RefundPiecesProps) {
  const { t } = useTranslation("admin")
  return (
    <fieldset>
      <legend className="font-medium text-sm">{t("refund.pieces")}</legend>
      <p className="mt-1 text-ink-soft text-sm">{t("refund.piecesHint")}</p>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {lines.map(({ line, title, quantity, refunded, amounts }) => {
          const left = quantity - refunded
          const options = Array.from({ length: left + 1 }, (_, count) => ({
            value: String(count),
            label: count === 0 ? "0" : `${count} · ${formatRupees(amounts[count - 1] ?? 0)}`,
          }))
          return (
            <li key={line} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 text-sm">
                <p className="wrap-anywhere">{title}</p>
                <p className="text-ink-soft text-xs tabular-nums">
                  {refunded > 0
                    ? t("refund.orderedSome", { count: quantity, refunded })
                    : t("refund.ordered", { count: quantity })}
                </p>
              </div>
              {left > 0 && (
                <NativeSelect
                  label={t("refund.piecesOf", { title, count: left })}
                  hideLabel
                  value={String(pieces[line] ?? 0)}
                  onChange={(event) => onChange({ ...pieces, [line]: Number(event.target.value) })}
                  options={options}
                />
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
