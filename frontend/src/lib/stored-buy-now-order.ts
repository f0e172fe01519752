import { BUY_NOW_ORDER, type BuyNowOrder } from "./buy-now-order"
import { MAX_ITEMS, MAX_QUANTITY } from "./limits"
import { tabStorage } from "./storage"
import { z } from "./zod"

const nameOr = (usual: string) => z.string().min(1).max(40).catch(usual)

const options = z.object({
  origin: nameOr("Nepal"),
  xrayCertification: z.boolean().catch(false),
  pendantType: nameOr("none"),
  size: nameOr("regular"),
})

const item = z.object({
  productId: z.string().regex(/^[\w-]{1,64}$/),
  quantity: z.int().min(1).max(MAX_QUANTITY),
  customization: options.catch(() => options.parse({})),
})

/** Earlier versions stored the product, or its id, as `product`. */
const earlierItem = z
  .object({ product: z.union([item.shape.productId, z.object({ _id: item.shape.productId })]) })
  .extend(item.omit({ productId: true }).shape)
  .transform(({ product, ...rest }) => ({
    productId: typeof product === "string" ? product : product._id,
    ...rest,
  }))

const order = z.object({
  items: z
    .array(z.union([item, earlierItem]))
    .min(1)
    .max(MAX_ITEMS),
  totalAmount: z.number().positive().catch(0),
  fromCart: z.boolean().catch(false),
})

/** Read and validate the stored order; null when there is none or it is invalid. */
export const readBuyNowOrder = (): BuyNowOrder | null =>
  order.safeParse(tabStorage.getRecord(BUY_NOW_ORDER)).data ?? null
