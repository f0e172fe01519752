import { Link } from "react-router-dom"
import { Button } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { Notice } from "@/components/notice"
import { Price } from "@/components/price"
import { QuantityStepper } from "@/components/quantity-stepper"
import { Rating } from "@/components/rating"
import { AddToCart } from "@/features/cart/add-to-cart"
import { WishButton } from "@/features/wishlist/wish-button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { hasOptions, isCustom } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import { Assurances } from "./assurances"
import { CertificateBox } from "./certificate-box"
import { PriceLine } from "./price-line"
import { Sharing } from "./sharing"
import { StockLine } from "./stock-line"
import { usePurchase } from "./use-purchase"

/** Name, price, choices and the buttons; the price shown is always the server's. */
export function ProductPurchase({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const purchase = usePurchase(product)
  const { selection, quantity, max } = purchase
  const buyNow = (
    <Button size="lg" className="flex-1" disabled={!product.isAvailable} onClick={purchase.buyNow}>
      {product.isAvailable ? t("product.buyNow") : t("card.outOfStock")}
    </Button>
  )

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

      {hasOptions(product.customization) && (
        <div className="mt-8">
          <CustomizationPicker
            options={product.customization}
            selection={selection}
            onChange={purchase.setSelection}
          />
        </div>
      )}

      <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4">
        <QuantityStepper value={quantity} max={max} onChange={purchase.setQuantity} />
        <StockLine product={product} />
      </div>

      {purchase.error && (
        <div className="mt-6">
          <Notice tone="warning" announce>
            {errorText(purchase.error)}
          </Notice>
        </div>
      )}

      <div className="mt-8 flex flex-wrap gap-3">
        {buyNow}
        <AddToCart
          product={product}
          selection={selection}
          quantity={quantity}
          className="min-h-13 flex-1 px-6"
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <WishButton product={product} variant="text" />
        <Sharing slug={product.slug} title={product.title} />
      </div>

      {product.certificate && (
        <div className="mt-6">
          <CertificateBox certificate={product.certificate} />
        </div>
      )}
      <div className="mt-7 border-line border-t pt-6">
        <Assurances custom={isCustom(selection)} />
      </div>

      {/* On a phone the price and the button stay in reach. */}
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper/95 backdrop-blur-sm lg:hidden"
      >
        <div className="page flex items-center justify-between gap-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <Price price={purchase.price} />
          {buyNow}
        </div>
      </div>
    </div>
  )
}
