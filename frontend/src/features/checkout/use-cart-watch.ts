import { useCart, useCartHolder } from "@/features/cart/queries"
import type { Schemas } from "@/lib/api"
import { useCheckoutStore } from "./checkout-store"

type Item = Schemas["ItemIn"]
type Cart = Pick<Schemas["CartOut"], "lines">

/** Diff of the cart against the items being ordered; null when they are equal. */
export function cartDiffers(items: readonly Item[], cart: Cart): "emptied" | "changed" | null {
  if (cart.lines.length === 0) return "emptied"
  const named = ({ customization }: Pick<Item, "customization">) => {
    const { origin, xrayCertification, pendantType, size } = customization ?? {}
    return JSON.stringify([origin, xrayCertification, pendantType, size])
  }
  const held = new Map(
    cart.lines.map((line) => [`${line.product._id} ${named(line)}`, line.quantity] as const),
  )
  const same = items.every((item) => held.get(`${item.productId} ${named(item)}`) === item.quantity)
  return same ? null : "changed"
}

/**
 * Detect that the cart being ordered was emptied or changed in another tab.
 *
 * Ignores the removal of the ordered items by this tab itself.
 */
export function useCartWatch(items: readonly Item[], fromCart: boolean, paying: boolean) {
  const holder = useCartHolder()
  const { data: cart } = useCart(fromCart)
  const taken = useCheckoutStore((checkout) => checkout.taken)
  if (!fromCart || paying || taken === JSON.stringify(items)) return null
  // A guest's cart that no longer exists.
  if (holder === "") return "emptied"
  return cart ? cartDiffers(items, cart) : null
}
