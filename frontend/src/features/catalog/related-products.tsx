import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { recent } from "@/lib/browsing-history"
import { productQuery } from "@/lib/product"
import type { ProductCard } from "@/lib/types"
import { ProductGrid } from "./product-grid"
import { relatedQuery } from "./queries"

const SHOWN = 4

/** Related products. */
export function RelatedProducts({ slug }: { slug: string }) {
  const { t } = useTranslation()
  return <Others title={t("product.related")} products={useQuery(relatedQuery(slug)).data ?? []} />
}

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
  return <Others title={t("product.recentlyViewed")} products={products} />
}

/** A titled row of products; renders nothing without any. */
function Others({ title, products }: { title: string; products: readonly ProductCard[] }) {
  if (products.length === 0) return null
  return (
    <section className="mt-24 print:hidden">
      <h2 className="mb-8 border-line border-b pb-4 text-2xl">{title}</h2>
      <ProductGrid products={products} />
    </section>
  )
}
