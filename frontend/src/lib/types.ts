import type { Schemas } from "./api"

/** Short names for the API's shapes that several screens share. */
export type ProductCard = Schemas["ProductCard"]
export type ProductDetail = Schemas["ProductOut"]
/** What the live topic says of a product that the shop does not show. */
export type ProductGone = Schemas["ProductGone"]
export type ProductLive = Schemas["ProductLive"]
export type Category = Schemas["CategoryOut"]
export type CustomizationSelection = Required<Schemas["Customization"]>
export type Quote = Schemas["QuoteOut"]
export type Shop = Schemas["ShopOut"]
