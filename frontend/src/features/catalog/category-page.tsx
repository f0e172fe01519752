import type { QueryClient } from "@tanstack/react-query"
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import {
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useLocation,
  useParams,
  useSearchParams,
} from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { Picture } from "@/components/picture"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { isMissing } from "@/lib/api"
import { loadQueries } from "@/lib/load-queries"
import { retryOf } from "@/lib/retry-of"
import { breadcrumb } from "@/lib/structured-data"
import { toast } from "@/lib/toast"
import type { Category } from "@/lib/types"
import { listAddresses } from "./list-addresses"
import { type ListFilters, readFilters, type Sort } from "./list-filters"
import { Listing } from "./listing"
import { productsQuery } from "./products-query"
import { categoryQuery } from "./queries"

/** The category is in the path, and this page has no search. */
function ownFilters(params: URLSearchParams, slug: string): ListFilters {
  const own = new URLSearchParams(params)
  own.set("category", slug)
  own.delete("search")
  return { ...readFilters(own), categories: [] }
}

const loadCategory = loadQueries(({ params: { slug = "" }, search }) => [
  categoryQuery(slug),
  productsQuery({ ...ownFilters(search, slug), categories: [slug] }),
])

export async function loader(asked: LoaderFunctionArgs<QueryClient>) {
  const loaded = await loadCategory(asked)
  const { slug = "" } = asked.params
  const category = asked.context.getQueryData(categoryQuery(slug).queryKey)
  // Redirect an alias to the current slug.
  if (category && category.slug !== slug)
    throw redirect(`/category/${category.slug}${new URL(asked.request.url).search}`, 301)
  return loaded
}

const sorts: readonly Sort[] = ["newest", "price-low", "price-high", "rating"]

export function Component() {
  const { t } = useTranslation()
  const { slug = "" } = useParams()
  const { search } = useLocation()
  const category = useQuery(categoryQuery(slug))
  const errorText = useErrorText()
  const missing = isMissing(category.error)
  const failed = category.isError && !category.data && !missing
  const failure = errorText(category.error, t("category.failed"))

  useEffect(() => {
    if (failed) toast.error(failure)
  }, [failed, failure])

  if (category.data) {
    // An alias finds the category; replace it in the URL by the current slug.
    if (category.data.slug !== slug) {
      return <Navigate replace to={{ pathname: `/category/${category.data.slug}`, search }} />
    }
    return <CategoryProducts category={category.data} />
  }
  if (missing) {
    return (
      <div className="page">
        <PageHead title={t("category.notFoundTitle")} />
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
      <>
        <PageHead />
        <ErrorState fallback={t("category.failed")} {...retryOf(category)} />
      </>
    )
  }
  return (
    <div className="page min-h-dvh pt-20" aria-busy="true">
      <Skeleton className="h-12 w-72 max-w-full" />
      <Skeleton className="mt-5 h-5 w-[32rem] max-w-full" />
    </div>
  )
}

function Head({ category, filters }: { category: Category; filters: ListFilters }) {
  const { t } = useTranslation()
  const { slug, name } = category
  const found = useQuery(productsQuery({ ...filters, categories: [slug] })).data
  const path = `/category/${slug}`
  const { page } = filters
  return (
    <PageHead
      title={page > 1 ? t("head.page", { title: name, page }) : name}
      description={category.description || t("head.shop")}
      {...listAddresses(path, filters, found?.pagination.totalPages ?? page, slug)}
      image={category.picture}
      structured={(site) => [
        breadcrumb(site, [
          [t("common.home"), "/"],
          [t("product.products"), "/products"],
          [name, path],
        ]),
      ]}
    />
  )
}

function CategoryProducts({ category }: { category: Category }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const filters = ownFilters(params, category.slug)
  return (
    <div className="page">
      <Head category={category} filters={filters} />
      <Breadcrumb
        trail={[
          { label: t("common.home"), to: "/" },
          { label: t("product.products"), to: "/products" },
          { label: category.name },
        ]}
      />
      <header className="mt-4 grid overflow-hidden rounded-lg bg-tile md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        {/* Neither centred nor as high as the words: they would move things when their font breaks lines elsewhere. */}
        <div className="px-5 py-8 sm:px-10 lg:px-14 lg:pt-16">
          <h1 className="text-3xl lg:text-4xl">{category.name}</h1>
          <p className="mt-4 max-w-xl text-ink-soft max-md:min-h-[6.8rem] lg:text-lg">
            {category.description}
          </p>
        </div>
        <Picture
          picture={category.picture}
          src={category.image}
          alt=""
          sizes="(min-width: 64rem) 30rem, (min-width: 48rem) 22rem, 94vw"
          eager
          className="max-md:order-first max-md:aspect-2/1! md:aspect-video! md:fade-left"
        />
      </header>
      <div className="mt-8 lg:mt-12">
        <Listing
          filters={filters}
          sorts={sorts}
          category={category.slug}
          lead
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
