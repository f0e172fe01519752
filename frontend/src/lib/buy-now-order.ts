import type { Schemas } from "./api"
import type { CustomizationSelection } from "./types"

export type BuyNowItem = Schemas["ItemIn"] & { customization: CustomizationSelection }

/**
 * What is being bought now, kept for this tab so that a reload or the way to /checkout loses nothing.
 *
 * The total is for the reader alone. Whatever is read back may have been written by anybody: it is judged field by
 * field (kept-buy-now-order.ts), and priced by the server.
 */
export type BuyNowOrder = {
  items: BuyNowItem[]
  /** Rupees, as they were last shown. */
  totalAmount: number
  /** The items lie in the cart, and leave it when they have become an order. */
  fromCart: boolean
}

/** What of the cart can be bought, as it is sent. */
export const itemsOf = ({ lines }: Pick<Schemas["CartOut"], "lines">): Schemas["ItemIn"][] =>
  lines
    .filter(({ problem }) => problem === null)
    .map(({ product, quantity, customization }) => ({ productId: product._id, quantity, customization }))

/** Its name in the tab's storage. */
export const BUY_NOW_ORDER = "buyNowOrder"

export function keepBuyNowOrder(items: readonly Schemas["ItemIn"][], totalAmount: number, fromCart: boolean) {
  try {
    sessionStorage.setItem(BUY_NOW_ORDER, JSON.stringify({ items, totalAmount, fromCart }))
  } catch {
    // A tab without room for it still sells: only a reload would forget the choice.
  }
}

export const forgetBuyNowOrder = () => sessionStorage.removeItem(BUY_NOW_ORDER)
