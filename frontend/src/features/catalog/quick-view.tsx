import { Link } from "react-router-dom"
import { Button } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { Dialog } from "@/components/dialog"
import { ImageGallery } from "@/components/image-gallery"
import { Notice } from "@/components/notice"
import { QuantityStepper } from "@/components/quantity-stepper"
import { Rating } from "@/components/rating"
import { Skeleton } from "@/components/skeleton"
import { AddToCart } from "@/features/cart/add-to-cart"
import { WishButton } from "@/features/wishlist/wish-button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { hasOptions, isCustom } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { Assurances } from "./assurances"
import { useLiveProduct } from "./live-product"
import { PriceLine } from "./price-line"
import { ProductProblem } from "./product-problem"
import { Specifications } from "./specifications"
import { StockLine } from "./stock-line"
import { usePurchase } from "./use-purchase"

const specNames = ["type", "origin", "size", "weight", "color"] as const

type QuickViewProps = { slug: string; open: boolean; onClose: () => void }

/** A product in a window over the list it stands in: enough to decide, without losing one's place. */
export function QuickView({ slug, open, onClose }: QuickViewProps) {
  const { t } = useTranslation()
  const product = useLiveProduct(slug, open)
  const missing = product.error !== null && !product.data
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={product.data?.title ?? (missing ? t("card.quickView") : <Skeleton className="h-7 w-56" />)}
    >
      {product.data ? (
        <Content key={product.data._id} product={product.data} onLeave={onClose} />
      ) : missing ? (
        <ProductProblem query={product} compact />
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

function Content({ product, onLeave }: { product: ProductDetail; onLeave: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const purchase = usePurchase(product)
  const { selection } = purchase

  function buyNow() {
    // One window after the other: this one gives its place to the purchase.
    onLeave()
    purchase.buyNow()
  }

  return (
    <div className="grid gap-x-10 gap-y-7 sm:grid-cols-[1fr_1.05fr]">
      <div>
        <ImageGallery
          title={product.title}
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
        {hasOptions(product.customization) && (
          <div className="mt-6">
            <CustomizationPicker
              options={product.customization}
              selection={selection}
              onChange={purchase.setSelection}
            />
          </div>
        )}
        <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-3">
          <QuantityStepper value={purchase.quantity} max={purchase.max} onChange={purchase.setQuantity} />
          <StockLine product={product} />
        </div>
        {purchase.error && (
          <div className="mt-5">
            <Notice tone="warning" announce>
              {errorText(purchase.error)}
            </Notice>
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button className="flex-1" disabled={!product.isAvailable} onClick={buyNow}>
            {product.isAvailable ? t("product.buyNow") : t("card.outOfStock")}
          </Button>
          <AddToCart
            product={product}
            selection={selection}
            quantity={purchase.quantity}
            className="flex-1"
          />
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
          <WishButton product={product} variant="text" />
          <Link
            to={`/products/${product.slug}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-deep"
          >
            {t("product.fullDetails")}
          </Link>
        </div>
        <div className="mt-5 border-line border-t pt-5">
          <Assurances brief custom={isCustom(selection)} />
        </div>
        <div className="mt-7 sm:hidden">
          <Specifications product={product} names={specNames} />
        </div>
      </div>
    </div>
  )
}
