import type { QueryClient } from "@tanstack/react-query"
import { useQuery } from "@tanstack/react-query"
import { type LoaderFunctionArgs, Navigate, redirect, useParams } from "react-router-dom"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { loadQueries } from "@/lib/load-queries"
import { ProductProblem } from "./product-problem"
import { productByIdQuery } from "./queries"

const loadProduct = loadQueries(({ params: { productId = "" } }) => [productByIdQuery(productId)])

export async function loader(asked: LoaderFunctionArgs<QueryClient>) {
  const loaded = await loadProduct(asked)
  const product = asked.context.getQueryData(productByIdQuery(asked.params.productId ?? "").queryKey)
  if (product) throw redirect(`/products/${product.slug}`, 301)
  return loaded
}

/** Redirect from the id of a product to its page, whose URL has the slug. */
export function Component() {
  const { t } = useTranslation()
  const { productId = "" } = useParams()
  const product = useQuery(productByIdQuery(productId))
  if (product.data) return <Navigate replace to={`/products/${product.data.slug}`} />
  if (product.error) return <ProductProblem query={product} />
  return <PageSpinner label={t("common.loading")} />
}
