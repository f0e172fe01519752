import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { FetchedPage } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { ProductForm } from "./product-form"
import { productQuery } from "./queries"

/** Form for a new or an existing product. */
export function Component() {
  const { id } = useParams()
  return id === undefined ? <ProductForm product={null} /> : <ExistingProduct key={id} id={id} />
}

function ExistingProduct({ id }: { id: string }) {
  const { t } = useTranslation("adminProducts")
  const query = useQuery(productQuery(id))
  return (
    <FetchedPage query={query} title={t("title")} loading={t("form.loading")} failed={t("form.failed")}>
      {(product) => <ProductForm product={product} />}
    </FetchedPage>
  )
}
