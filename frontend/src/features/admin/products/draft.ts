import { type Both, noText } from "@/features/admin/shared/in-language"
import type { PictureValue } from "@/features/admin/shared/pictures/picture-field"
import { specificationNames } from "@/lib/product"
import { randomId } from "@/lib/random-id"
import type { AdminProduct } from "./queries"
import { type VariantsDraft, variantsBodyOf, variantsDraftOf } from "./variants-draft"

/*
 * A product while it is edited. Numbers are the texts that stand in the fields: a half-typed price is not a price, and
 * none is ever guessed.
 */

export type OptionDraft = {
  key: string
  name: string
  price: string
  available: boolean
  description: Both
  /** The `url` of the product's picture that shows it; empty where none does. */
  picture: string
}
export const flags = ["isFeatured", "isTrending", "isNewArrival", "isOnSale"] as const

export type PictureDraft = PictureValue & { key: string }

/** The fields that are edited as they are. An empty slug is made of a new product's title, or stays as it is. */
const plainFields = [
  ...([
    "slug",
    "title",
    "shortDescription",
    "description",
    "longDescription",
    "hsnCode",
    "sku",
    "barcode",
  ] as const),
  ...(["specifications", "verse", "isAvailable"] as const),
  ...flags,
]
type PlainFields = Pick<AdminProduct, (typeof plainFields)[number]>

export type Draft = PlainFields & {
  category: string
  price: string
  originalPrice: string
  discountPercentage: string
  stock: string
  taxRate: string
  pictures: readonly PictureDraft[]
  turntable: PictureValue | null
  benefits: Both
  care: Both
  customization: {
    origins: readonly OptionDraft[]
    pendantOptions: readonly OptionDraft[]
    sizes: readonly OptionDraft[]
    xrayCertification: { available: boolean; price: string; description: Both }
  }
  shipping: { weight: string; dimensions: string; freeShipping: boolean }
  seo: { metaTitle: Both; metaDescription: Both; keywords: string }
  tags: string
  variants: VariantsDraft
}

export const newOption = (name: string, price: number): OptionDraft => ({
  key: name || randomId(),
  name,
  price: String(price),
  available: true,
  description: noText,
  picture: "",
})

const newOptions = (prices: Record<string, number>) =>
  Object.entries(prices).map(([name, price]) => newOption(name, price))

const noOptions: Draft["customization"] = {
  origins: [],
  pendantOptions: [],
  sizes: [],
  xrayCertification: { available: false, price: "0", description: noText },
}

export const newDraft = (): Draft => ({
  slug: "",
  title: noText,
  shortDescription: noText,
  description: noText,
  longDescription: noText,
  category: "rudraksha",
  price: "",
  originalPrice: "",
  discountPercentage: "",
  stock: "",
  taxRate: "18",
  hsnCode: "",
  pictures: [],
  turntable: null,
  // A draft: it is offered once it is complete.
  isAvailable: false,
  isFeatured: false,
  isTrending: false,
  isNewArrival: false,
  isOnSale: false,
  specifications: Object.fromEntries(specificationNames.map((name) => [name, noText])) as Record<
    (typeof specificationNames)[number],
    Both
  >,
  benefits: noText,
  care: noText,
  verse: { sanskrit: "", ...noText },
  customization: {
    origins: newOptions({ Nepal: 0, Indonesian: 200, UK: 500 }),
    pendantOptions: newOptions({ none: 0, silver: 300, gold: 1500 }),
    sizes: newOptions({ small: -200, regular: 0, medium: 500, big: 1000, ultra: 2000, rare: 4000 }),
    xrayCertification: { available: true, price: "500", description: noText },
  },
  shipping: { weight: "", dimensions: "", freeShipping: false },
  seo: { metaTitle: noText, metaDescription: noText, keywords: "" },
  tags: "",
  sku: "",
  barcode: "",
  variants: { options: [], rows: [] },
})

const numberText = (value: number | null) => (value === null ? "" : String(value))
const lines = ({ en, hi }: { en: readonly string[]; hi: readonly string[] }): Both => ({
  en: en.join("\n"),
  hi: hi.join("\n"),
})

type Offered = { price: number; available: boolean; description: Both; picture: string }

/** Convert a product, or the defaults of a new one, to a draft; list items get keys. */
export function draftOf(product: AdminProduct | null): Draft {
  if (product === null) return newDraft()
  const choice = (name: string, { price, ...offered }: Offered) => ({ ...newOption(name, price), ...offered })
  const { customization, shipping, seo, turntablePicture } = product
  const plain = Object.fromEntries(plainFields.map((name) => [name, product[name]]))
  return {
    ...(plain as PlainFields),
    category: product.category.slug,
    price: String(product.price),
    originalPrice: numberText(product.originalPrice),
    discountPercentage: "",
    stock: String(product.onHand),
    taxRate: String(product.taxRate),
    pictures: product.pictures.map((preview, place) => ({
      key: preview.url,
      url: product.images[place] ?? "",
      preview,
    })),
    turntable: turntablePicture && { url: product.turntable, preview: turntablePicture },
    benefits: lines(product.benefits),
    care: lines(product.care),
    customization: {
      origins: customization.origins.map(({ name, ...origin }) => choice(name, origin)),
      pendantOptions: customization.pendantOptions.map(({ type, ...pendant }) => choice(type, pendant)),
      sizes: customization.sizes.map(({ name, ...size }) => choice(name, size)),
      xrayCertification: {
        ...customization.xrayCertification,
        price: String(customization.xrayCertification.price),
      },
    },
    shipping: { ...shipping, weight: numberText(shipping.weight) },
    seo: { ...seo, keywords: seo.keywords.join(", ") },
    tags: product.tags.join(", "),
    variants: variantsDraftOf(product),
  }
}

const words = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)
const sentences = ({ en, hi }: Both) => ({ en: en.split("\n"), hi: hi.split("\n") })
const amount = (text: string) => (text.trim() === "" ? null : Number(text))

/** Convert a valid draft to the request body. */
export function bodyOf(draft: Draft) {
  const { customization: options, shipping, seo, pictures, stock: _, ...same } = draft
  const kept = new Set(pictures.map(({ preview }) => preview?.url))
  const offered = ({ key: _, name, price, picture, ...rest }: OptionDraft) => ({
    ...rest,
    name: name.trim(),
    price: Number(price),
    // A picture that was taken out shows nothing any more.
    picture: kept.has(picture) ? picture : "",
  })
  const hasVariants = draft.variants.rows.length > 0
  const customization = hasVariants ? noOptions : options
  return {
    ...same,
    sku: draft.sku.trim(),
    barcode: draft.barcode.trim(),
    variants: variantsBodyOf(draft.variants, kept),
    // Of variants the lowest, which the server works out; they have neither discount nor further options.
    price: Number(hasVariants ? draft.variants.rows[0]?.price : draft.price),
    originalPrice: hasVariants ? null : amount(draft.originalPrice),
    discountPercentage: hasVariants ? null : amount(draft.discountPercentage),
    taxRate: Number(draft.taxRate),
    hsnCode: draft.hsnCode.trim(),
    images: pictures.map(({ url }) => url),
    turntable: draft.turntable?.url ?? "",
    benefits: sentences(draft.benefits),
    care: sentences(draft.care),
    customization: {
      origins: customization.origins.map(offered),
      sizes: customization.sizes.map(offered),
      pendantOptions: customization.pendantOptions.map((pendant) => {
        const { name, ...rest } = offered(pendant)
        return { type: name, ...rest }
      }),
      xrayCertification: {
        ...customization.xrayCertification,
        price: Number(customization.xrayCertification.price),
      },
    },
    shipping: { ...shipping, weight: amount(shipping.weight) },
    seo: { ...seo, keywords: words(seo.keywords) },
    tags: words(draft.tags),
  }
}
