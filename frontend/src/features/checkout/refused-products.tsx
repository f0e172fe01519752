import { WaitlistPanel } from "@/features/waitlist/lazy-waitlist"
import { ApiError, type Schemas } from "@/lib/api"
import { PaymentNotStarted } from "./pay"

type Items = readonly Schemas["ItemIn"][]
type ShortProducts = { products?: readonly { productId: string }[] }

/** The products that a refusal says are out of stock: named by the payment's start, or by the items at fault. */
export function productsOutOfStock(error: unknown, items: Items): string[] {
  const reason = error instanceof PaymentNotStarted ? error.reason : error
  if (!(reason instanceof ApiError) || reason.code !== "OUT_OF_STOCK") return []
  const named = (reason.data as ShortProducts | null)?.products?.map(({ productId }) => productId)
  const atFault = items.flatMap(({ productId }, at) => (`items.${at}` in reason.errors ? [productId] : []))
  return [...new Set(named ?? atFault)]
}

type RefusedProductsProps = {
  error: unknown
  items: Items
  /** Try again, now that a piece is offered. */
  onBuyNow: () => void
}

/** The lines for products that others got hold of first. */
export function RefusedProducts({ error, items, onBuyNow }: RefusedProductsProps) {
  return productsOutOfStock(error, items).map((productId) => (
    <WaitlistPanel key={productId} productId={productId} onBuyNow={onBuyNow} />
  ))
}
