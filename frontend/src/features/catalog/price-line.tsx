import { useQuery } from "@tanstack/react-query"
import { PercentOff } from "@/components/percent-off"
import { Price } from "@/components/price"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { shopQuery } from "@/lib/shop"
import type { ProductDetail } from "@/lib/types"
import type { ProductPurchaseState } from "./use-product-purchase"

/** The price of the selection, with notes on tax and shipping. */
export function PriceLine({ product, purchase }: { product: ProductDetail; purchase: ProductPurchaseState }) {
  const { t } = useTranslation()
  const { price, quote } = purchase
  const line = quote?.lines[0]
  // The original price is that of one piece without options: it is hidden for any other selection.
  const plain = price === product.price
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
        <Price size="lg" price={price} originalPrice={plain ? product.originalPrice : null} />
        {plain && <PercentOff product={product} />}
        {line && line.quantity > 1 && (
          <span className="text-ink-soft text-sm tabular-nums">
            {t("product.perPiece", { price: formatRupees(line.unitPrice) })}
          </span>
        )}
      </div>
      <p className="mt-1 text-ink-soft text-sm">
        <TaxAndShipping quote={quote} />
      </p>
    </div>
  )
}

function TaxAndShipping({ quote }: { quote: ProductPurchaseState["quote"] }) {
  const { t, i18n } = useTranslation()
  const shop = useQuery(shopQuery).data
  const taxIncluded = shop?.chargesTax && (quote?.pricesIncludeTax ?? shop.pricesIncludeTax)
  const parts = [
    taxIncluded && t("product.taxIncluded"),
    quote && !quote.pricesIncludeTax && t("product.taxAdded", { tax: formatRupees(quote.tax) }),
    quote &&
      (quote.shippingIsEstimate
        ? shop?.promises.freeShipping[i18n.language]
        : quote.shippingCost === 0
          ? t("product.shippingFree")
          : t("product.shippingCost", { cost: formatRupees(quote.shippingCost) })),
  ]
  return parts.filter(Boolean).join(" · ")
}
