import type { ProductDetail } from "./types"

export type Variant = ProductDetail["variants"][number]

/** The variant that an address names by SKU or id, else the first that can be bought. */
export const firstVariant = ({ variants }: ProductDetail, named: string | null): Variant | undefined =>
  variants.find(({ sku, _id }) => named !== null && (sku === named || _id === named)) ??
  variants.find(({ isAvailable }) => isAvailable) ??
  variants[0]

/** The name of a variant in the address of its product's page. */
export const variantInAddress = ({ sku, _id }: Variant) => sku || _id

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

/** The variant with this value that keeps most other values; of equals one that can be bought. */
export function nearestVariant(
  variants: readonly Variant[],
  chosen: Variant,
  option: number,
  value: string,
): Variant | undefined {
  const likeness = ({ values, isAvailable }: Variant) =>
    values.filter((each, place) => each === chosen.values[place]).length * 2 + (isAvailable ? 1 : 0)
  return variants
    .filter(({ values }) => values[option] === value)
    .reduce<Variant | undefined>(
      (best, each) => (best && likeness(best) >= likeness(each) ? best : each),
      undefined,
    )
}
