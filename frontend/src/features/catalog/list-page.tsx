import { useSearchParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { PageTitle } from "@/components/page-title"
import { useTranslation } from "@/i18n"
import { readFilters, type Sort } from "./list-filters"
import { Listing } from "./listing"

const sorts: readonly Sort[] = ["newest", "price-low", "price-high", "name"]
const searchSorts: readonly Sort[] = ["relevance", ...sorts]

export function Component() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const filters = readFilters(params)
  const { search } = filters
  const title = search ? t("list.searchTitle", { search }) : t("list.title")
  return (
    <div className="page pt-10 lg:pt-14">
      <PageTitle title={title} />
      <h1 className="break-words text-3xl lg:text-4xl">{title}</h1>
      {!search && <p className="mt-3 text-ink-soft">{t("list.lead")}</p>}
      <div className="mt-8 lg:mt-12">
        <Listing
          filters={filters}
          sorts={search ? searchSorts : sorts}
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
