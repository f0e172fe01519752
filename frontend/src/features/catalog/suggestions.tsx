import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { ProductGrid } from "./product-grid"
import { shelfQuery } from "./queries"

const SHOWN = 4

/** What others look at, for readers who found nothing; not there when there is none. */
export function Suggestions() {
  const { t } = useTranslation()
  const products = useQuery(shelfQuery("trending")).data
  if (!products?.length) return null
  return (
    <section className="mt-8 border-line border-t pt-10">
      <h2 className="mb-8 text-xl">{t("list.suggestions")}</h2>
      <ProductGrid products={products.slice(0, SHOWN)} />
    </section>
  )
}
