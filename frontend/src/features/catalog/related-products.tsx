import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { ProductDetail } from "@/lib/types"
import { readFilters } from "./list-filters"
import { ProductGrid } from "./product-grid"
import { productsQuery } from "./queries"

const SHOWN = 4

/** Others of the same kind; not there when there are none. */
export function RelatedProducts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const filters = readFilters(new URLSearchParams({ category: product.category.slug }))
  const others = useQuery(productsQuery(filters)).data?.products.filter(({ _id }) => _id !== product._id)
  if (!others?.length) return null
  return (
    <section className="mt-24">
      <h2 className="mb-8 border-line border-b pb-4 text-2xl">{t("product.related")}</h2>
      <ProductGrid products={others.slice(0, SHOWN)} />
    </section>
  )
}
