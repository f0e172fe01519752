import type { Schemas } from "./api"
import type { CustomizationSelection } from "./types"

type Item = Schemas["ItemIn"] & { customization: CustomizationSelection }

/**
 * What is being bought now, kept for this tab so that a reload or the way to /checkout loses nothing.
 *
 * The total is for the reader alone. Whatever is read back may have been written by anybody: it is judged field by
 * field here, and priced by the server.
 */
export type BuyNowOrder = {
  items: Item[]
  /** Rupees, as they were last shown. */
  totalAmount: number
  /** The items lie in the cart, and leave it when they have become an order. */
  fromCart: boolean
}

const KEY = "buyNowOrder"
const MAX_ITEMS = 20
const MAX_QUANTITY = 99
const PRODUCT_ID = /^[\w-]{1,64}$/

export function keepBuyNowOrder(items: readonly Schemas["ItemIn"][], totalAmount: number, fromCart: boolean) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ items, totalAmount, fromCart }))
  } catch {
    // A tab without room for it still sells: only a reload would forget the choice.
  }
}

export const forgetBuyNowOrder = () => sessionStorage.removeItem(KEY)

/** What was kept, if it is whole; null otherwise. */
export function keptBuyNowOrder(): BuyNowOrder | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    if (!isRecord(stored) || !Array.isArray(stored.items)) return null
    const items = stored.items.map(itemOf)
    if (items.length === 0 || items.length > MAX_ITEMS || !items.every((item) => item !== null)) return null
    const { totalAmount, fromCart } = stored
    return {
      items,
      totalAmount: typeof totalAmount === "number" && totalAmount > 0 ? totalAmount : 0,
      fromCart: fromCart === true,
    }
  } catch {
    return null
  }
}

function itemOf(stored: unknown): Item | null {
  if (!isRecord(stored)) return null
  const { product, quantity, customization } = stored
  const productId = stored.productId ?? (isRecord(product) ? product._id : product)
  if (typeof productId !== "string" || !PRODUCT_ID.test(productId)) return null
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > MAX_QUANTITY) return null
  const chosen = isRecord(customization) ? customization : {}
  return {
    productId,
    quantity: Number(quantity),
    customization: {
      origin: nameOf(chosen.origin, "Nepal"),
      xrayCertification: chosen.xrayCertification === true,
      pendantType: nameOf(chosen.pendantType, "none"),
      size: nameOf(chosen.size, "regular"),
    },
  }
}

const nameOf = (value: unknown, usual: string) =>
  typeof value === "string" && value.length > 0 && value.length <= 40 ? value : usual

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
