import type { ReactNode } from "react"
import { Button, ButtonLink } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { lazySection } from "@/components/lazy-with-retry"
import { Notice } from "@/components/notice"
import { QuantityStepper } from "@/components/quantity-stepper"
import { Skeleton } from "@/components/skeleton"
import { AddToCart } from "@/features/cart/add-to-cart"
import { UnpaidOrders } from "@/features/orders/lazy-unpaid-orders"
import { WaitlistPanel } from "@/features/waitlist/lazy-waitlist"
import { WishButton } from "@/features/wishlist/wish-button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { cx } from "@/lib/cx"
import { hasOptions } from "@/lib/selection"
import type { ProductDetail } from "@/lib/types"
import type { Variant } from "@/lib/variants"
import { useOwnHold } from "@/stores/unpaid-orders"
import { StockLine } from "./stock-line"
import type { ProductPurchaseState } from "./use-product-purchase"

// Of few products; the server sends it with their pages.
const VariantPicker = lazySection(
  () => import("./variant-picker"),
  "VariantPicker",
  <Skeleton className="h-19 w-full" />,
)

type PurchaseChoiceProps = {
  /** As it is bought: the chosen variant of a product with variants. */
  product: ProductDetail
  /** As it is listed and wished for. */
  listed: ProductDetail
  onVariant: (variant: Variant) => void
  purchase: ProductPurchaseState
  /** In a dialog, with less space. */
  compact?: boolean
  onBuyNow: () => void
  /** Stands at the end of the heart's line. */
  beside: ReactNode
}

/** Options, quantity, stock and the purchase buttons. */
export function PurchaseChoice(props: PurchaseChoiceProps) {
  const { product, listed, onVariant, purchase, compact, onBuyNow, beside } = props
  const errorText = useErrorText()
  const { selection, quantity } = purchase
  const heldForYou = useOwnHold(product._id) !== null && !product.isAvailable
  return (
    <div className={compact ? "space-y-6" : "space-y-8 lg:space-y-4"}>
      {listed.hasVariants && <VariantPicker product={listed} chosenId={product._id} onChoose={onVariant} />}
      {hasOptions(product.customization) && (
        <CustomizationPicker
          options={product.customization}
          selection={selection}
          onChange={purchase.setSelection}
        />
      )}
      <div className="@container print:hidden">
        {product.isAvailable ? (
          <QuantityStepper
            value={quantity}
            max={product.maxQuantity}
            onChange={purchase.setQuantity}
            beside={<StockLine product={product} />}
          />
        ) : (
          <StockLine product={product} />
        )}
      </div>
      {purchase.error && (
        <Notice tone="warning" announce>
          {errorText(purchase.error)}
        </Notice>
      )}
      <UnpaidOrders
        key={`unpaid ${product._id}`}
        productId={product._id}
        account={product.contention !== null}
      />
      {(product.contention || !product.isAvailable) && (
        <WaitlistPanel
          key={`waitlist ${product._id}`}
          productId={product._id}
          contention={product.contention}
        />
      )}
      <div>
        {/* The notice above has the ways to go on. */}
        {!heldForYou && (
          <div className="mb-3 flex flex-wrap gap-3">
            <BuyNow product={product} size={compact ? "md" : "lg"} onClick={onBuyNow} />
            {product.isAvailable && (
              <AddToCart
                product={product}
                selection={selection}
                quantity={quantity}
                className={cx("flex-1", !compact && "min-h-13 px-6")}
              />
            )}
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <WishButton product={listed} variant="text" />
          {beside}
        </div>
      </div>
    </div>
  )
}

type BuyNowProps = { product: ProductDetail; size?: "md" | "lg"; onClick: () => void }

/**
 * The "buy now" button; disabled and labelled "out of stock" when the product cannot be bought, a link to the shopper's
 * own order when that holds the last pieces.
 */
export function BuyNow({ product, size = "lg", onClick }: BuyNowProps) {
  const { t } = useTranslation()
  const own = useOwnHold(product._id)
  if (own && !product.isAvailable) {
    return (
      <ButtonLink variant="secondary" size={size} className="flex-1" to={own.address}>
        {t("product.toYourOrder")}
      </ButtonLink>
    )
  }
  return (
    <Button size={size} className="flex-1" disabled={!product.isAvailable} onClick={onClick}>
      {product.isAvailable ? t("product.buyNow") : t("card.outOfStock")}
    </Button>
  )
}
