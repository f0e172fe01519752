import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { ProductGrid } from "./product-grid"
import { carouselQuery } from "./queries"

const SHOWN = 4

/** Trending products for an empty result list; renders nothing without any. */
export function Suggestions() {
  const { t } = useTranslation()
  const products = useQuery(carouselQuery("trending")).data
  if (!products?.length) return null
  return (
    <section className="mt-8 border-line border-t pt-10">
      <h2 className="mb-8 text-xl">{t("list.suggestions")}</h2>
      <ProductGrid products={products.slice(0, SHOWN)} />
    </section>
  )
}
