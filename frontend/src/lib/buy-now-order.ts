import type { Schemas } from "./api"
import { tabStorage } from "./storage"
import type { CustomizationSelection } from "./types"

type BuyNowItem = Schemas["ItemIn"] & { customization: CustomizationSelection }

/**
 * The order being placed, in session storage so that it survives a reload and the navigation to /checkout.
 *
 * The total is for display only. Stored data is untrusted input: stored-buy-now-order.ts validates every field, and the
 * server computes the prices.
 */
export type BuyNowOrder = {
  items: BuyNowItem[]
  /** In rupees, as last shown. */
  totalAmount: number
  /** The items come from the cart and are removed from it when the order is created. */
  fromCart: boolean
}

/** The cart lines without a problem, as items of an order request. */
export const itemsOf = ({ lines }: Pick<Schemas["CartOut"], "lines">): Schemas["ItemIn"][] =>
  lines
    .filter(({ problem }) => problem === null)
    .map(({ product, quantity, customization }) => ({ productId: product._id, quantity, customization }))

/** Key in session storage. */
export const BUY_NOW_ORDER = "buyNowOrder"

export function storeBuyNowOrder(
  items: readonly Schemas["ItemIn"][],
  totalAmount: number,
  fromCart: boolean,
) {
  tabStorage.setItem(BUY_NOW_ORDER, JSON.stringify({ items, totalAmount, fromCart }))
}

export const clearBuyNowOrder = () => tabStorage.removeItem(BUY_NOW_ORDER)
