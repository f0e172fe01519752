import { useQuery } from "@tanstack/react-query"
import { Truck } from "lucide-react"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { shopQuery } from "@/lib/shop"
import type { Quote } from "@/lib/types"

/** What the shop's one shipping rule means for this cart. */
export function ShippingNote({ quote }: { quote: Quote }) {
  const { t } = useTranslation(["cart", "shop"])
  const promises = useQuery(shopQuery).data?.promises
  if (!promises) return null
  const above = promises.freeShippingAbove
  const goods = quote.lines.reduce((sum, line) => sum + line.totalPrice, 0)
  const missing = above === null ? 0 : above - goods
  return (
    <p className="flex gap-2.5 text-ink-soft text-sm">
      <Truck aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {above === null
        ? t("shop:promises.shipping.free")
        : missing > 0
          ? t("moreForFree", { amount: formatRupees(missing) })
          : t("shop:promises.shipping.freeAbove", { amount: formatRupees(above) })}
    </p>
  )
}
