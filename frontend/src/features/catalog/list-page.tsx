import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import type { Schemas } from "@/lib/api"
import { loadQueries } from "@/lib/load-queries"
import { breadcrumb } from "@/lib/structured-data"
import { listAddresses } from "./list-addresses"
import { type ListFilters, readFilters, type Sort } from "./list-filters"
import { Listing } from "./listing"
import { productsQuery } from "./products-query"

export const loader = loadQueries(({ search }) => [productsQuery(readFilters(search))])

const sorts: readonly Sort[] = ["newest", "price-low", "price-high", "name"]

export function Component() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const filters = readFilters(params)
  const { search } = filters
  const title = search ? t("list.searchTitle", { search }) : t("list.title")
  return (
    <div className="page pt-10 lg:pt-14">
      <Head title={title} filters={filters} />
      <h1 className="wrap-anywhere text-3xl lg:text-4xl">{title}</h1>
      {!search && <p className="mt-3 text-ink-soft">{t("list.lead")}</p>}
      <div className="mt-8 lg:mt-12">
        <Listing
          filters={filters}
          sorts={sorts}
          emptyTitle={search ? t("list.emptySearch", { search }) : t("list.emptyTitle")}
          emptyAction={
            search ? (
              <ButtonLink to="/products" variant="secondary">
                {t("category.allProducts")}
              </ButtonLink>
            ) : undefined
          }
        />
      </div>
    </div>
  )
}

function Head({ title, filters }: { title: string; filters: ListFilters }) {
  const { t } = useTranslation()
  const found = useQuery(productsQuery(filters)).data
  const rudraksha = useRudraksha(found?.mukhi ?? null)
  const brand = useBrand()
  if (!found) return <PageHead title={title} />
  const { page, search } = filters
  const { total, totalPages } = found.pagination
  const { canonical, ...neighbours } = listAddresses("/products", filters, totalPages)
  return (
    <PageHead
      title={page > 1 ? t("head.page", { title, page }) : title}
      description={
        search ? t("head.results", { search, brand }) : t("head.products", { count: total, rudraksha, brand })
      }
      // Search results must not be indexed.
      {...(!search && { canonical })}
      {...neighbours}
      structured={(site) => [
        breadcrumb(site, [
          [t("common.home"), "/"],
          [t("product.products"), "/products"],
        ]),
      ]}
    />
  )
}

/** Describe the range of rudraksha beads by their numbers of faces. */
function useRudraksha(mukhi: Schemas["MukhiRange"] | null): string {
  const { t } = useTranslation()
  if (!mukhi) return t("head.rudraksha")
  const { fewest, most } = mukhi
  return fewest === most
    ? t("head.rudrakshaOf", { faces: most })
    : t("head.rudrakshaFromTo", { fewest, most })
}
