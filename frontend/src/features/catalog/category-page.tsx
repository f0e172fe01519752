import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { Navigate, useLocation, useParams, useSearchParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageTitle } from "@/components/page-title"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import type { Category } from "@/lib/types"
import { readFilters, type Sort } from "./list-filters"
import { Listing } from "./listing"
import { categoryQuery } from "./queries"

const sorts: readonly Sort[] = ["newest", "price-low", "price-high", "rating"]

export function Component() {
  const { t } = useTranslation()
  const { slug = "" } = useParams()
  const { search } = useLocation()
  const category = useQuery(categoryQuery(slug))
  const errorText = useErrorText()
  const missing = category.error instanceof ApiError && category.error.status === 404
  const failed = category.isError && !category.data && !missing
  const failure = errorText(category.error, t("category.failed"))

  useEffect(() => {
    if (failed) toast.error(failure)
  }, [failed, failure])

  if (category.data) {
    // An alias still finds the category; the address then becomes its own.
    if (category.data.slug !== slug) {
      return <Navigate replace to={{ pathname: `/category/${category.data.slug}`, search }} />
    }
    return <CategoryProducts category={category.data} />
  }
  if (missing) {
    return (
      <div className="page">
        <PageTitle title={t("category.notFoundTitle")} />
        <EmptyState
          heading="h1"
          title={t("category.notFoundTitle")}
          action={<ButtonLink to="/products">{t("category.allProducts")}</ButtonLink>}
        />
      </div>
    )
  }
  if (failed) {
    return (
      <ErrorState
        error={category.error}
        fallback={t("category.failed")}
        retrying={category.isFetching}
        onRetry={() => category.refetch()}
      />
    )
  }
  return (
    <div className="page pt-20" aria-busy="true">
      <Skeleton className="h-12 w-72 max-w-full" />
      <Skeleton className="mt-5 h-5 w-[32rem] max-w-full" />
    </div>
  )
}

function CategoryProducts({ category }: { category: Category }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  // The path says the category, and this page has no search of its own.
  const own = new URLSearchParams(params)
  own.delete("category")
  own.delete("search")
  return (
    <div className="page">
      <PageTitle title={category.name} />
      <Breadcrumb
        trail={[
          { label: t("common.home"), to: "/" },
          { label: t("product.products"), to: "/products" },
          { label: category.name },
        ]}
      />
      <h1 className="mt-4 text-3xl lg:text-4xl">{category.name}</h1>
      <p className="mt-4 max-w-2xl text-ink-soft">{category.description}</p>
      <div className="mt-8 lg:mt-12">
        <Listing
          filters={readFilters(own)}
          sorts={sorts}
          category={category.slug}
          emptyTitle={t("category.empty")}
          emptyAction={
            <ButtonLink to="/products" variant="secondary">
              {t("category.allProducts")}
            </ButtonLink>
          }
        />
      </div>
    </div>
  )
}
