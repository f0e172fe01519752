import { useTranslation } from "react-i18next"
import { Picture } from "@/components/picture"
import { useOptionLabel } from "@/i18n/option-label"
import { cx } from "@/lib/cx"
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
  const { lines, subtotal, tax, shippingCost, discount, totalAmount, pricesIncludeTax } = quote
  return (
    <section aria-label={t("summary.title")} aria-busy={stale} className="rounded-md bg-tile p-4 sm:p-5">
      {lines.map((line) => (
        <div key={line.productId} className="flex gap-4">
          <Picture src={line.image} alt="" sizes="72px" className="size-18 shrink-0 rounded-sm" />
          <div className="min-w-0 flex-1">
            <p className="font-display text-lg leading-snug">{line.title}</p>
            <p className="mt-0.5 text-ink-soft text-sm">
              <LineNotes line={line} />
            </p>
          </div>
          <p className="font-medium tabular-nums">{formatRupees(line.totalPrice)}</p>
        </div>
      ))}
      <dl className={cx("mt-4 space-y-1 border-line border-t pt-3 text-sm", stale && "opacity-50")}>
        {!pricesIncludeTax && (
          <>
            <Row label={t("summary.subtotal")} value={formatRupees(subtotal)} />
            <Row label={t("summary.tax")} value={formatRupees(tax)} />
          </>
        )}
        {discount > 0 && <Row label={t("summary.discount")} value={`−${formatRupees(discount)}`} />}
        <Row
          label={t("summary.shipping")}
          value={shippingCost === 0 ? t("summary.free") : formatRupees(shippingCost)}
        />
        <div className="flex justify-between gap-4 pt-1.5 font-medium text-base">
          <dt>{t("summary.total")}</dt>
          <dd className="tabular-nums">{formatRupees(totalAmount)}</dd>
        </div>
        {pricesIncludeTax && tax > 0 && (
          <div className="flex justify-between gap-4 text-ink-soft text-xs">
            <dt>{t("summary.taxIncluded")}</dt>
            <dd className="tabular-nums">{formatRupees(tax)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  )
}

function LineNotes({ line }: { line: Quote["lines"][number] }) {
  const { t } = useTranslation("checkout")
  const optionLabel = useOptionLabel()
  const { origin, size, pendantType, xrayCertification } = line.customization
  return [
    t("summary.quantity", { count: line.quantity }),
    origin && optionLabel(origin),
    size && size !== "regular" && t("summary.size", { name: optionLabel(size) }),
    pendantType && pendantType !== "none" && t("summary.pendant", { name: optionLabel(pendantType) }),
    xrayCertification && t("summary.certificate"),
  ]
    .filter(Boolean)
    .join(" · ")
}
