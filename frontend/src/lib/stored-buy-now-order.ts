import { BUY_NOW_ORDER, type BuyNowItem, type BuyNowOrder } from "./buy-now-order"
import { MAX_ITEMS, MAX_QUANTITY } from "./limits"
import { tabStorage } from "./storage"

const PRODUCT_ID = /^[\w-]{1,64}$/

/** Read and validate the stored order; null when there is none or it is invalid. */
export function readBuyNowOrder(): BuyNowOrder | null {
  const { items: stored, totalAmount, fromCart } = tabStorage.getRecord(BUY_NOW_ORDER)
  if (!Array.isArray(stored)) return null
  const items = stored.map(itemOf)
  if (items.length === 0 || items.length > MAX_ITEMS || !items.every((item) => item !== null)) return null
  return {
    items,
    totalAmount: typeof totalAmount === "number" && totalAmount > 0 ? totalAmount : 0,
    fromCart: fromCart === true,
  }
}

function itemOf(stored: unknown): BuyNowItem | null {
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
