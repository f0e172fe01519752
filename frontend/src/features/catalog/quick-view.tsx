import { useState } from "react"
import { Dialog } from "@/components/dialog"
import { ImageGallery } from "@/components/image-gallery"
import { Link } from "@/components/link"
import { Rating } from "@/components/rating"
import { Skeleton } from "@/components/skeleton"
import { useOfferedProduct } from "@/features/waitlist/use-offered-product"
import { useTranslation } from "@/i18n"
import { isCustom } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { useVisit } from "@/lib/visit"
import { Assurances } from "./assurances"
import { isGone, useLiveProduct } from "./live-product"
import { PriceLine } from "./price-line"
import { ProductProblem } from "./product-problem"
import { PurchaseChoice } from "./purchase-choice"
import { Specifications } from "./specifications"
import { useProductPurchase } from "./use-product-purchase"
import { useVariant } from "./use-variant"

const specNames = ["type", "origin", "size", "weight", "color"] as const

type QuickViewProps = { slug: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Quick view: a product in a dialog over the list, which keeps its scroll position. */
export function QuickView({ slug, open, onOpenChange }: QuickViewProps) {
  const { t } = useTranslation()
  const product = useLiveProduct(slug, open)
  useVisit(open ? "product" : null)
  const missing = isGone(product) || (product.error !== null && !product.data)
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      title={missing ? t("card.quickView") : (product.data?.title ?? <Skeleton className="h-7 w-56" />)}
    >
      {missing ? (
        <ProductProblem query={product} compact />
      ) : product.data ? (
        <Content key={product.data._id} product={product.data} onLeave={() => onOpenChange(false)} />
      ) : (
        <div aria-busy="true" className="grid gap-8 sm:grid-cols-2">
          <Skeleton className="aspect-square w-full rounded-md" />
          <div className="space-y-5">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-10 w-40" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Content({ product: given, onLeave }: { product: ProductDetail; onLeave: () => void }) {
  const { t } = useTranslation()
  const { product: chosen, choose } = useVariant(given)
  const product = useOfferedProduct(chosen)
  const [shown, setShown] = useState<{ url: string }>()
  const purchase = useProductPurchase(product)

  function buyNow() {
    // Close this dialog before the purchase dialog opens.
    onLeave()
    purchase.buyNow()
  }

  return (
    <div className="grid gap-x-10 gap-y-7 sm:grid-cols-[1fr_1.05fr]">
      <div>
        <ImageGallery
          title={given.title}
          show={shown}
          pictures={product.pictures}
          sizes="(min-width: 56rem) 25rem, (min-width: 40rem) 45vw, 92vw"
          eager
        />
        <div className="mt-7 max-sm:hidden">
          <Specifications product={product} names={specNames} />
        </div>
      </div>
      <div>
        <PriceLine product={product} purchase={purchase} />
        <div className="mt-2 empty:hidden">
          <Rating rating={product.rating} />
        </div>
        <p className="mt-4 text-ink-soft">{product.description}</p>
        <div className="mt-6">
          <PurchaseChoice
            compact
            product={product}
            listed={given}
            onVariant={(variant) => {
              choose(variant)
              if (variant.picture) setShown({ url: variant.picture })
            }}
            purchase={purchase}
            onBuyNow={buyNow}
            beside={
              <Link
                to={`/products/${product.slug}`}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-deep"
              >
                {t("product.fullDetails")}
              </Link>
            }
          />
        </div>
        <div className="mt-5 border-line border-t pt-5">
          <Assurances brief custom={isCustom(purchase.selection)} />
        </div>
        <div className="mt-7 sm:hidden">
          <Specifications product={product} names={specNames} />
        </div>
      </div>
    </div>
  )
}
