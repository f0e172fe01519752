import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { ProductGrid } from "./product-grid"
import { relatedQuery } from "./queries"

/** Related products; renders nothing without any. */
export function RelatedProducts({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const products = useQuery(relatedQuery(slug)).data
  if (!products?.length) return null
  return (
    <section className="mt-24">
      <h2 className="mb-8 border-line border-b pb-4 text-2xl">{t("product.related")}</h2>
      <ProductGrid products={products} />
    </section>
  )
}
