import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useParams, useSearchParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageTitle } from "@/components/page-title"
import { Select } from "@/components/select"
import { Skeleton } from "@/components/skeleton"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import type { Category } from "@/lib/types"
import { type ListFilters, readFilters, type Sort, writeFilters } from "./list-filters"
import { ProductResults } from "./product-results"
import { categoryQuery, productsQuery } from "./queries"

/** Bands that touch but do not overlap, in whole rupees and paise below the next one. */
const bands = {
  all: { minPrice: null, maxPrice: null },
  under1000: { minPrice: null, maxPrice: 999.99 },
  to5000: { minPrice: 1000, maxPrice: 4999.99 },
  to10000: { minPrice: 5000, maxPrice: 9999.99 },
  above10000: { minPrice: 10_000, maxPrice: null },
} as const satisfies Record<string, Pick<ListFilters, "minPrice" | "maxPrice">>
type Band = keyof typeof bands
const bandNames = Object.keys(bands) as Band[]

const offered: readonly Sort[] = ["newest", "price-low", "price-high", "rating"]

const bandOf = (filters: ListFilters): Band =>
  bandNames.find(
    (name) => bands[name].minPrice === filters.minPrice && bands[name].maxPrice === filters.maxPrice,
  ) ?? "all"

export function Component() {
  const { t } = useTranslation()
  const { slug = "" } = useParams()
  const category = useQuery(categoryQuery(slug))
  const errorText = useErrorText()
  const missing = category.error instanceof ApiError && category.error.status === 404
  const failed = category.isError && !category.data && !missing
  const failure = errorText(category.error, t("category.failed"))

  useEffect(() => {
    if (failed) toast.error(failure)
  }, [failed, failure])

  if (category.data) return <CategoryProducts category={category.data} />
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
  const [params, setParams] = useSearchParams()
  const asked = readFilters(params)
  const band = bandOf(asked)
  // The path says the category; only band, sort and page come from the rest of the address.
  const filters: ListFilters = {
    ...asked,
    ...bands[band],
    search: "",
    featured: false,
    categories: [category.slug],
  }
  const products = useQuery(productsQuery(filters))
  const address = (changed: ListFilters) => writeFilters({ ...changed, categories: [] })
  const change = (changed: Partial<ListFilters>) =>
    setParams(address({ ...filters, page: 1, ...changed }), { preventScrollReset: true })

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
      <div className="mt-10 mb-8 flex flex-wrap items-center gap-3 border-line border-b pb-5">
        <p role="status" className="mr-auto text-ink-soft text-sm tabular-nums">
          {products.data && t("list.count", { count: products.data.pagination.total })}
        </p>
        <Select
          label={t("list.price")}
          hideLabel
          className="w-52 max-sm:flex-1"
          value={band}
          options={bandNames.map((name) => ({ value: name, label: t(`category.bands.${name}`) }))}
          onChange={(name) => change(bands[name])}
        />
        <Select
          label={t("list.sort")}
          hideLabel
          className="w-52 max-sm:flex-1"
          value={offered.includes(filters.sort) ? filters.sort : "newest"}
          options={offered.map((sort) => ({ value: sort, label: t(`list.sorts.${sort}`) }))}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <section aria-label={t("product.products")} aria-busy={products.isFetching}>
        <ProductResults
          filters={filters}
          hrefFor={(changed) => `?${address(changed)}`}
          empty={
            <EmptyState
              title={t("category.empty")}
              action={
                <ButtonLink to="/products" variant="secondary">
                  {t("category.allProducts")}
                </ButtonLink>
              }
            />
          }
        />
      </section>
    </div>
  )
}
