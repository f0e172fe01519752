import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { PageHead } from "@/components/page-head"
import { Spinner } from "@/components/spinner"
import { LoadProblem } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
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
  const { data, error, isFetching, refetch } = useQuery(productQuery(id))
  if (data) {
    const title = (i18n.language === "hi" && data.title.hi) || data.title.en
    return (
      <>
        <PageHead title={title} />
        <ProductForm product={data} />
      </>
    )
  }
  if (error) {
    return (
      <>
        <h1 className="sr-only">{t("title")}</h1>
        <LoadProblem title={t("form.failed")} {...retryOf({ error, isFetching, refetch })} />
      </>
    )
  }
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
      <Spinner /> {t("form.loading")}
    </p>
  )
}
