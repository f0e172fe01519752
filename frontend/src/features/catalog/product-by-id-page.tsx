import { useQuery } from "@tanstack/react-query"
import { Navigate, useParams } from "react-router-dom"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { ProductProblem } from "./product-problem"
import { productByIdQuery } from "./queries"

/** The address by id leads to the one page of the product, which goes by its slug. */
export function Component() {
  const { t } = useTranslation()
  const { productId = "" } = useParams()
  const product = useQuery(productByIdQuery(productId))
  if (product.data) return <Navigate replace to={`/products/${product.data.slug}`} />
  if (product.error) return <ProductProblem query={product} />
  return <PageSpinner label={t("common.loading")} />
}
