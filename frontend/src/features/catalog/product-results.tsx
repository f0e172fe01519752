import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Navigate } from "react-router-dom"
import { ErrorState } from "@/components/error-state"
import { Pagination } from "@/components/pagination"
import { cx } from "@/lib/cx"
import { usePreferences } from "@/stores/preferences"
import { type ListFilters, PAGE_SIZE, writeFilters } from "./list-filters"
import { ProductGrid, ProductGridSkeleton } from "./product-grid"
import { productsQuery } from "./queries"

type ProductResultsProps = {
  filters: ListFilters
  /** What is shown when nothing matches. */
  empty: ReactNode
  /** Take the filters that the path already says out of the address. */
  hrefFor?: (filters: ListFilters) => string
}

const addressOf = (filters: ListFilters) => `?${writeFilters(filters)}`

/** One page of products, and all that can be instead of it. */
export function ProductResults({ filters, empty, hrefFor = addressOf }: ProductResultsProps) {
  const { t } = useTranslation()
  const view = usePreferences((state) => state.listView)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(productsQuery(filters))

  if (!data) {
    if (!error) return <ProductGridSkeleton count={PAGE_SIZE} />
    return (
      <ErrorState error={error} fallback={t("list.failed")} retrying={isFetching} onRetry={() => refetch()} />
    )
  }
  const { totalPages } = data.pagination
  if (!isPlaceholderData && totalPages > 0 && filters.page > totalPages) {
    return <Navigate replace to={hrefFor({ ...filters, page: totalPages })} />
  }
  if (data.products.length === 0) return empty
  return (
    <div className={cx("transition-opacity", isPlaceholderData && "opacity-50")}>
      <ProductGrid products={data.products} view={view} heading="h2" first />
      <div className="mt-16">
        <Pagination
          page={filters.page}
          totalPages={totalPages}
          hrefFor={(page) => hrefFor({ ...filters, page })}
        />
      </div>
    </div>
  )
}
