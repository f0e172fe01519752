import { useQuery } from "@tanstack/react-query"
import { MessageCircle, PackageCheck, RotateCcw, Share2, ShieldCheck } from "lucide-react"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { LiveDot } from "@/components/live-dot"
import { Notice } from "@/components/notice"
import { Price } from "@/components/price"
import { QuantityStepper } from "@/components/quantity-stepper"
import { Rating } from "@/components/rating"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { defaultSelection, hasOptions } from "@/lib/selection"
import { shopQuery } from "@/lib/shop"
import { toast } from "@/lib/toast"
import type { ProductDetail } from "@/lib/types"
import { useDebounced } from "@/lib/use-debounced"
import { useBuyNow } from "@/stores/buy-now"
import { useLiveStatus } from "@/stores/live"
import { quoteQuery } from "./queries"
import { isScarce, StockNote } from "./stock-note"

const MAX_QUANTITY = 99

/** Name, price, choices and the button; the price shown is always the server's. */
export function ProductPurchase({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const [selection, setSelection] = useState(() => defaultSelection(product.customization))
  const [wanted, setWanted] = useState(1)
  const max = Math.min(product.sellable, MAX_QUANTITY)
  // Stock that sinks while somebody looks takes the quantity along.
  const quantity = Math.max(1, Math.min(wanted, max))

  const item = useDebounced({ quantity, selection }, 200)
  const quote = useQuery({
    ...quoteQuery(
      { productId: product._id, quantity: item.quantity, customization: item.selection },
      product.version,
    ),
    enabled: product.isAvailable,
  })
  const line = product.isAvailable ? quote.data?.lines[0] : undefined
  const price = line?.totalPrice ?? product.price
  const buy = () => openBuyNow(product, { selection, quantity })

  return (
    <div>
      <p className="eyebrow">{product.category.name}</p>
      <h1 className="mt-2 text-3xl">{product.title}</h1>
      <div className="mt-2 empty:hidden">
        <Rating rating={product.rating} />
      </div>
      <p className="mt-4 text-ink-soft">{product.shortDescription}</p>

      <div className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
        <Price
          size="lg"
          price={price}
          // The former price belongs to the plain piece: beside options or several it would mislead.
          originalPrice={line && line.totalPrice !== product.price ? null : product.originalPrice}
        />
        {product.discountPercentage > 0 && price === product.price && (
          <Badge tone="accent">{t("card.off", { percent: product.discountPercentage })}</Badge>
        )}
        {line && line.quantity > 1 && (
          <span className="text-ink-soft text-sm tabular-nums">
            {t("product.perPiece", { price: formatRupees(line.unitPrice) })}
          </span>
        )}
      </div>
      <p className="mt-1 text-ink-soft text-sm">
        <TaxAndShipping quote={quote.data} />
      </p>

      {hasOptions(product.customization) && (
        <div className="mt-8">
          <CustomizationPicker
            options={product.customization}
            selection={selection}
            onChange={setSelection}
          />
        </div>
      )}

      <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4">
        <QuantityStepper value={quantity} max={max} onChange={setWanted} />
        <StockLine product={product} />
      </div>

      {quote.error && product.isAvailable && (
        <div className="mt-6">
          <Notice tone="warning" announce>
            {errorText(quote.error)}
          </Notice>
        </div>
      )}

      <Button size="lg" className="mt-8 w-full" disabled={!product.isAvailable} onClick={buy}>
        {product.isAvailable ? t("product.buyNow") : t("card.outOfStock")}
      </Button>
      <Assurances />
      <Sharing title={product.title} />

      {/* On a phone the price and the button stay in reach. */}
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper/95 backdrop-blur-sm lg:hidden"
      >
        <div className="page flex items-center justify-between gap-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <Price price={price} />
          <Button disabled={!product.isAvailable} onClick={buy}>
            {product.isAvailable ? t("product.buyNow") : t("card.outOfStock")}
          </Button>
        </div>
      </div>
    </div>
  )
}

function TaxAndShipping({
  quote,
}: {
  quote: { pricesIncludeTax: boolean; tax: number; shippingCost: number } | undefined
}) {
  const { t } = useTranslation()
  const shop = useQuery(shopQuery).data
  const taxIncluded = quote?.pricesIncludeTax ?? shop?.pricesIncludeTax
  const parts = [
    taxIncluded && t("product.taxIncluded"),
    quote && !quote.pricesIncludeTax && t("product.taxAdded", { tax: formatRupees(quote.tax) }),
    quote &&
      (quote.shippingCost === 0
        ? t("product.shippingFree")
        : t("product.shippingCost", { cost: formatRupees(quote.shippingCost) })),
  ]
  return parts.filter(Boolean).join(" · ")
}

/** Whether it can be had, kept true by the live link. */
function StockLine({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const status = useLiveStatus()
  return (
    <div className="flex min-h-11.5 flex-wrap items-center gap-x-4">
      <span role="status">
        {!product.isAvailable ? (
          <span className="text-danger text-sm">{t("card.outOfStock")}</span>
        ) : isScarce(product) ? (
          <span className="text-sm text-warning">
            <StockNote product={product} />
          </span>
        ) : (
          <span className="text-sm text-success">{t("product.inStock")}</span>
        )}
      </span>
      <LiveDot status={status} />
    </div>
  )
}

function Assurances() {
  const { t } = useTranslation()
  const promises = useQuery(shopQuery).data?.promises
  return (
    <ul className="mt-7 space-y-2.5 border-line border-t pt-6 text-ink-soft text-sm">
      {promises && (
        <>
          <li className="flex gap-3">
            <PackageCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
            {t("product.delivery", { days: promises.deliveryDays })}
          </li>
          <li className="flex gap-3">
            <RotateCcw aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
            {t("product.returns", { days: promises.returnDays })}
          </li>
        </>
      )}
      <li className="flex gap-3">
        <ShieldCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
        {t("product.secure")}
      </li>
    </ul>
  )
}

function Sharing({ title }: { title: string }) {
  const { t } = useTranslation()
  // The address without what brought the reader here.
  const url = () => window.location.origin + window.location.pathname

  async function share() {
    if (navigator.share) {
      // Closing the system's sheet is no failure.
      await navigator.share({ title, url: url() }).catch(() => {})
      return
    }
    try {
      await navigator.clipboard.writeText(url())
      toast.success(t("product.linkCopied"))
    } catch {
      toast.error(t("product.linkNotCopied"))
    }
  }

  return (
    <div className="mt-5 flex flex-wrap gap-x-2">
      <Button variant="quiet" size="sm" className="-ml-3.5" onClick={share}>
        <Share2 aria-hidden="true" className="size-4" />
        {t("product.share")}
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url()}`)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 items-center gap-2 rounded-sm px-3.5 font-medium text-accent text-sm hover:bg-accent-wash"
      >
        <MessageCircle aria-hidden="true" className="size-4" />
        {t("product.shareWhatsapp")}
      </a>
    </div>
  )
}
