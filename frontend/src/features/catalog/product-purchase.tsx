import { Link } from "react-router-dom"
import { late } from "@/components/late"
import { Price } from "@/components/price"
import { Rating } from "@/components/rating"
import { isCustom } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { PriceLine } from "./price-line"
import { BuyNow, PurchaseChoice } from "./purchase-choice"
import { usePurchase } from "./use-purchase"

const Sharing = late(
  () => import("./product-below").then((module) => module.Sharing),
  <div aria-hidden="true" className="h-11" />,
)
const PurchaseNotes = late(
  () => import("./product-below").then((module) => module.PurchaseNotes),
  // What follows comes with it, so that its height is of no matter.
  <div aria-hidden="true" className="h-48" />,
)

/** Name, price, choices and the buttons; the price shown is always the server's. */
export function ProductPurchase({ product }: { product: ProductDetail }) {
  const purchase = usePurchase(product)
  return (
    <div>
      <p className="eyebrow">{product.category.name}</p>
      <h1 className="mt-2 text-3xl">{product.title}</h1>
      {product.rating.count > 0 && (
        <Link
          to="#reviews"
          replace
          className="mt-2 inline-flex min-h-9 items-center underline-offset-4 hover:underline"
        >
          <Rating rating={product.rating} />
        </Link>
      )}
      <p className="mt-4 text-ink-soft">{product.shortDescription}</p>
      <div className="mt-7">
        <PriceLine product={product} purchase={purchase} />
      </div>

      <div className="mt-8">
        <PurchaseChoice
          product={product}
          purchase={purchase}
          onBuyNow={purchase.buyNow}
          beside={<Sharing slug={product.slug} title={product.title} />}
        />
      </div>

      <PurchaseNotes certificate={product.certificate} custom={isCustom(purchase.selection)} />

      {/* On a phone the price and the button stay in reach. */}
      <div data-buy-bar className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper lg:hidden">
        <div className="page flex items-center justify-between gap-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <Price price={purchase.price} />
          <BuyNow product={product} onClick={purchase.buyNow} />
        </div>
      </div>
    </div>
  )
}
