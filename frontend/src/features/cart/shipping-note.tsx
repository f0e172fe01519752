import { Truck } from "lucide-react"
import { useTranslation } from "@/i18n"
import { usePromiseTexts } from "@/i18n/promises"
import { formatRupees } from "@/lib/money"
import type { Quote } from "@/lib/types"

/** The missing amount for free delivery, or the shipping promise. */
export function ShippingNote({ quote }: { quote: Quote }) {
  const { t } = useTranslation("cart")
  const texts = usePromiseTexts()
  if (!texts) return null
  const goods = quote.lines.reduce((sum, line) => sum + line.totalPrice, 0)
  const missing = quote.shippingCost === 0 ? 0 : (texts.freeShippingAbove ?? 0) - goods
  return (
    <p className="flex gap-2.5 text-ink-soft text-sm">
      <Truck className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {missing > 0 ? t("moreForFree", { amount: formatRupees(missing) }) : texts.shipping}
    </p>
  )
}
