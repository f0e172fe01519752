import type { ProductDetail } from "./types"

export type Variant = ProductDetail["variants"][number]

/** The variant that an address names by SKU or id, else the first that can be bought. */
export const firstVariant = ({ variants }: ProductDetail, named: string | null): Variant | undefined =>
  variants.find(({ sku, _id }) => named && (sku === named || _id === named)) ??
  variants.find(({ isAvailable }) => isAvailable) ??
  variants[0]

/** The variant that the query of a product's page names by SKU or id. */
export const namedVariant = (search: string) => new URLSearchParams(search).get("variant")

/** The query of a product's page that names this variant. */
export function addressOfVariant(search: string, { sku, _id }: Variant) {
  const query = new URLSearchParams(search)
  query.set("variant", sku || _id)
  return `?${query}`
}

/** The product as one of its variants is bought; the product itself when it has none of this id. */
export function asVariant(product: ProductDetail, id: string | undefined): ProductDetail {
  const variant = product.variants.find(({ _id }) => _id === id)
  if (!variant) return product
  const { values: _values, weight: _weight, slug: _slug, picture: shown, ...own } = variant
  const place = product.pictures.findIndex(({ url }) => url === shown)
  return {
    ...product,
    ...own,
    originalPrice: null,
    discountPercentage: 0,
    hasVariants: false,
    picture: product.pictures[place] ?? product.picture,
    mainImage: product.images[place] ?? product.mainImage,
  }
}
