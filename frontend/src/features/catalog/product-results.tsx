import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Navigate } from "react-router-dom"
import { ErrorState } from "@/components/error-state"
import { lazySection } from "@/components/lazy-with-retry"
import { Pagination } from "@/components/pagination"
import { useTranslation } from "@/i18n"
import { isMissing } from "@/lib/api"
import { cx } from "@/lib/cx"
import { retryOf } from "@/lib/retry-of"
import { usePreferences } from "@/stores/preferences"
import { categoriesQuery } from "./categories"
import { type ListFilters, PAGE_SIZE } from "./list-filters"
import { ProductGrid, ProductGridSkeleton } from "./product-grid"
import { productsQuery } from "./products-query"

const NoProducts = lazySection(() => import("./no-products"), "NoProducts")
const NearWords = lazySection(() => import("./no-products"), "NearWords")

type ProductResultsProps = {
  filters: ListFilters
  hrefFor: (page: number) => string
  lead?: boolean
  /** Title of the empty state, and its link. */
  emptyTitle: string
  emptyAction: ReactNode
}

/** One page of products, or its loading, empty or error state. */
export function ProductResults({ filters, hrefFor, lead, emptyTitle, emptyAction }: ProductResultsProps) {
  const { t } = useTranslation()
  const view = usePreferences((state) => state.listView)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(productsQuery(filters))
  // When the categories failed too, the shop itself could not be loaded.
  const categoriesFailed = useQuery(categoriesQuery).isError

  if (!data) {
    if (!error) return <ProductGridSkeleton count={PAGE_SIZE} />
    // A link to a deleted category: the error names it.
    if (isMissing(error)) {
      return <NoProducts title={error.message || emptyTitle} action={emptyAction} />
    }
    return (
      <ErrorState
        fallback={t(categoriesFailed ? "list.initFailed" : "list.failed")}
        {...retryOf({ error, isFetching, refetch })}
      />
    )
  }
  const { totalPages } = data.pagination
  if (!isPlaceholderData && filters.page > totalPages) {
    return <Navigate replace to={hrefFor(totalPages)} />
  }
  if (data.products.length === 0) {
    return (
      <NoProducts title={emptyTitle} action={emptyAction}>
        {filters.search ? <NearWords filters={filters} text={data.didYouMean} /> : t("list.emptyText")}
      </NoProducts>
    )
  }
  return (
    <div className={cx("transition-opacity", isPlaceholderData && "opacity-50")}>
      <ProductGrid products={data.products} view={view} heading="h2" first lead={lead} />
      <div className="mt-16">
        <Pagination page={filters.page} totalPages={totalPages} hrefFor={hrefFor} />
      </div>
    </div>
  )
}
