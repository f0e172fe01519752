import { useQueries } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { recent } from "@/lib/browsing-history"
import { productQuery } from "@/lib/product"
import { ProductGrid } from "./product-grid"

const SHOWN = 4

/** Recently viewed products, refetched for current prices and stock. */
export function RecentlyViewed({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const [others] = useState(() =>
    recent("recentlyViewed")
      .filter((other) => other !== slug)
      .slice(0, SHOWN),
  )
  // Leave out deleted products.
  const products = useQueries({
    queries: others.map(productQuery),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  if (products.length === 0) return null
  return (
    <section className="mt-24">
      <h2 className="mb-8 border-line border-b pb-4 text-2xl">{t("product.recentlyViewed")}</h2>
      <ProductGrid products={products} />
    </section>
  )
}
