import type { Schemas } from "./api"

/** Short names for API schemas that several features share. */
export type ProductCard = Schemas["ProductCard"]
export type ProductDetail = Schemas["ProductOut"]
export type Category = Schemas["CategoryOut"]
export type CustomizationSelection = Required<Schemas["Customization"]>
export type Quote = Schemas["QuoteOut"]
export type Shop = Schemas["ShopOut"]
