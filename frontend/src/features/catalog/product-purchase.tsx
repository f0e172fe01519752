import { useEffect } from "react"
import { lazySection } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { Price } from "@/components/price"
import { Rating } from "@/components/rating"
import { useOfferedProduct } from "@/features/waitlist/use-offered-product"
import { isCustom } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { PriceLine } from "./price-line"
import { BuyNow, PurchaseChoice } from "./purchase-choice"
import { useProductPurchase } from "./use-product-purchase"
import { useVariant } from "./use-variant"

const Sharing = lazySection(
  () => import("./product-below"),
  "Sharing",
  <div aria-hidden="true" className="h-11" />,
)
const Assurances = lazySection(
  () => import("./product-below"),
  "Assurances",
  // It is rendered together with what follows, so its height shifts nothing.
  <div aria-hidden="true" className="h-36" />,
)

type ProductPurchaseProps = {
  product: ProductDetail
  /** The choice is shown by this picture of the product's. */
  onShow: (url: string) => void
}

/** Name, price, choices and the buttons; the price shown is always the server's. */
export function ProductPurchase({ product: given, onShow }: ProductPurchaseProps) {
  const { product: chosen, choose } = useVariant(given, true)
  const product = useOfferedProduct(chosen)
  const purchase = useProductPurchase(product, onShow)
  useEffect(() => {
    // Floating buttons and the page's end make room for the bar below; a class, as Firefox 115 has no :has().
    document.documentElement.dataset.withBuyBar = ""
    return () => {
      delete document.documentElement.dataset.withBuyBar
    }
  }, [])
  return (
    <div>
      {/* Everything down to the buttons shall be in sight on a laptop, so the rating has no line of its own. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="eyebrow">{product.category.name}</p>
        {product.rating.count > 0 && (
          <Link
            to="#reviews"
            replace
            className="-my-2 inline-flex min-h-11 items-center underline-offset-4 hover:underline"
          >
            <Rating rating={product.rating} />
          </Link>
        )}
      </div>
      <h1 className="mt-2 text-3xl">{given.title}</h1>
      <p className="mt-3 text-ink-soft">{product.shortDescription}</p>
      <div className="mt-7 lg:mt-5">
        <PriceLine product={product} purchase={purchase} />
      </div>

      <div className="mt-8 lg:mt-6">
        <PurchaseChoice
          product={product}
          listed={given}
          onVariant={(variant) => {
            choose(variant)
            if (variant.picture) onShow(variant.picture)
          }}
          purchase={purchase}
          onBuyNow={purchase.buyNow}
          beside={<Sharing slug={product.slug} title={given.title} />}
        />
      </div>

      <div className="mt-7 border-line border-t pt-6">
        <Assurances custom={isCustom(purchase.selection)} />
      </div>

      {/* On a phone the price and the button stay in reach. */}
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper short:hidden lg:hidden"
      >
        <div className="page flex items-center justify-between gap-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <Price price={purchase.price} />
          <BuyNow product={product} onClick={purchase.buyNow} />
        </div>
      </div>
    </div>
  )
}
