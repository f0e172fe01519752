import type { Schemas } from "./api"

/** Short names for API schemas that several features share. */
export type ProductCard = Schemas["ProductCard"]
export type ProductDetail = Schemas["ProductOut"]
/** Payload of the live topic for a product that is not shown any more. */
export type ProductGone = Schemas["ProductGone"]
export type ProductLive = Schemas["ProductLive"]
export type Category = Schemas["CategoryOut"]
export type CustomizationSelection = Required<Schemas["Customization"]>
export type Quote = Schemas["QuoteOut"]
export type Shop = Schemas["ShopOut"]
