import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { PageHead } from "@/components/page-head"
import { FetchedPage } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { ProductForm } from "./product-form"
import { productQuery } from "./queries"

/** Form for a new or an existing product. */
export function Component() {
  const { id } = useParams()
  return id === undefined ? <NewProduct /> : <ExistingProduct key={id} id={id} />
}

function NewProduct() {
  const { t } = useTranslation("adminProducts")
  return (
    <>
      <PageHead title={t("form.new")} />
      <ProductForm product={null} />
    </>
  )
}

function ExistingProduct({ id }: { id: string }) {
  const { t, i18n } = useTranslation("adminProducts")
  const query = useQuery(productQuery(id))
  return (
    <FetchedPage query={query} title={t("title")} loading={t("form.loading")} failed={t("form.failed")}>
      {(product) => (
        <>
          <PageHead title={(i18n.language === "hi" && product.title.hi) || product.title.en} />
          <ProductForm product={product} />
        </>
      )}
    </FetchedPage>
  )
}
