import { useQuery } from "@tanstack/react-query"
import { LayoutGrid, Rows3, SlidersHorizontal } from "lucide-react"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { PageTitle } from "@/components/page-title"
import { Select } from "@/components/select"
import { cx } from "@/lib/cx"
import { usePreferences } from "@/stores/preferences"
import { FilterPanel } from "./filter-panel"
import { countFilters, type ListFilters, readFilters, sorts, writeFilters } from "./list-filters"
import { ProductResults } from "./product-results"
import { productsQuery } from "./queries"

/** The sorting that makes sense here; rating is offered where there are reviews to sort by. */
const offered = sorts.filter((sort) => sort !== "rating")

export function Component() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [panelOpen, setPanelOpen] = useState(false)
  const filters = readFilters(params)
  const products = useQuery(productsQuery(filters))
  const title = filters.search ? t("list.searchTitle", { search: filters.search }) : t("list.title")
  const active = countFilters(filters)

  /** A changed filter starts at page 1; the reader stays where the filters are. */
  function change(changed: Partial<ListFilters>) {
    setParams(writeFilters({ ...filters, page: 1, ...changed }), { preventScrollReset: true })
  }
  const clear = () => change({ search: "", categories: [], minPrice: null, maxPrice: null, featured: false })

  return (
    <div className="page pt-10 lg:pt-14">
      <PageTitle title={title} />
      <h1 className="text-3xl lg:text-4xl">{title}</h1>
      <p className="mt-3 text-ink-soft">{t("list.lead")}</p>

      <div className="mt-10 grid gap-x-14 gap-y-6 lg:grid-cols-[15rem_1fr]">
        <aside>
          <Button
            variant="secondary"
            size="sm"
            className="w-full lg:hidden"
            aria-expanded={panelOpen}
            aria-controls="filters"
            onClick={() => setPanelOpen(!panelOpen)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {panelOpen ? t("list.hideFilters") : t("list.showFilters")}
            {active > 0 && <span> · {t("list.active", { count: active })}</span>}
          </Button>
          <div id="filters" className={cx("max-lg:pt-6", !panelOpen && "max-lg:hidden")}>
            <FilterPanel filters={filters} onChange={change} onClear={active > 0 ? clear : null} />
          </div>
        </aside>

        <section aria-label={t("product.products")} aria-busy={products.isFetching} className="min-w-0">
          <div className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3">
            <p role="status" className="mr-auto text-ink-soft text-sm tabular-nums">
              {products.data && t("list.count", { count: products.data.pagination.total })}
            </p>
            <ViewSwitch />
            <Select
              label={t("list.sort")}
              hideLabel
              className="w-52 max-sm:w-full"
              value={filters.sort}
              options={offered.map((sort) => ({ value: sort, label: t(`list.sorts.${sort}`) }))}
              onChange={(sort) => change({ sort })}
            />
          </div>
          <ProductResults
            filters={filters}
            empty={
              <EmptyState
                title={t("list.emptyTitle")}
                action={
                  <Button variant="secondary" onClick={clear}>
                    {t("list.clear")}
                  </Button>
                }
              >
                {filters.search ? t("list.emptySearchText", { search: filters.search }) : t("list.emptyText")}
              </EmptyState>
            }
          />
        </section>
      </div>
    </div>
  )
}

function ViewSwitch() {
  const { t } = useTranslation()
  const { listView, setListView } = usePreferences()
  const views = [
    { view: "grid", label: t("list.grid"), icon: LayoutGrid },
    { view: "rows", label: t("list.rows"), icon: Rows3 },
  ] as const
  return (
    <fieldset className="flex rounded-sm border border-line-strong">
      <legend className="sr-only">{t("list.view")}</legend>
      {views.map(({ view, label, icon: Icon }) => (
        <button
          key={view}
          type="button"
          aria-pressed={listView === view}
          aria-label={label}
          title={label}
          onClick={() => setListView(view)}
          className={cx(
            "inline-flex size-10.5 items-center justify-center transition-colors",
            listView === view ? "bg-tile text-ink" : "text-ink-soft hover:text-accent",
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
    </fieldset>
  )
}
