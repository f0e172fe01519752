import { useQuery } from "@tanstack/react-query"
import { Grid3x3, LayoutGrid, PanelLeft, Rows3, SlidersHorizontal } from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { Navigate, useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { lazyDialog, lazySection } from "@/components/lazy-with-retry"
import { SectionBoundary } from "@/components/section-boundary"
import { Select } from "@/components/select"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useMedia } from "@/lib/use-media"
import { listViews, usePreferences } from "@/stores/preferences"
import { ActiveFilters } from "./active-filters"
import {
  countFilters,
  type ListFilters,
  noFilters,
  type Sort,
  usualSort,
  withChanges,
  writeFilters,
} from "./list-filters"
import { ProductResults } from "./product-results"
import { productsQuery } from "./products-query"
import { useOptimisticFilters } from "./use-optimistic-filters"

// Lazily loaded: not part of a phone's first screen, and its slider is large.
const FilterPanel = lazySection(() => import("./filter-panel"), "FilterPanel", <FilterPanelSkeleton />)
// Lazily loaded: only phones need it, after a press on "filter".
const FilterSheet = lazyDialog(() => import("./filter-sheet"), "FilterSheet")

type ListingProps = {
  filters: ListFilters
  /** The offered sort orders, beside the usual one. */
  sorts: readonly Sort[]
  /** The category of the path, which is not a removable filter. */
  category?: string
  /** The first product of the unfiltered list is large. */
  lead?: boolean
  emptyTitle: string
  emptyAction?: ReactNode
}

/** Products with filters, sorting and pagination; their state is in the URL. */
export function Listing({ filters, sorts: others, category, lead, emptyTitle, emptyAction }: ListingProps) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  // Until the screen's width is known, panel and sheet button are both rendered, and CSS hides one.
  const wide = useMedia("(min-width: 64rem)")
  const { filtersShown, showFilters } = usePreferences()
  const [sheetOpen, setSheetOpen] = useState(false)
  const count = useRef<HTMLParagraphElement>(null)

  const asked: ListFilters = category === undefined ? filters : { ...filters, categories: [category] }
  const products = useQuery(productsQuery(asked))
  const sorts = [...new Set([usualSort(asked), ...others])]
  const addressOf = (changed: ListFilters) => `?${writeFilters(changed, category)}`
  // The filters keep their scroll position.
  const { shown, changeFilters } = useOptimisticFilters(filters, (changed) =>
    setParams(writeFilters(changed, category), { preventScrollReset: true }),
  )
  const active = countFilters(shown)

  function remove(changed: Partial<ListFilters>) {
    changeFilters(changed)
    count.current?.focus({ preventScroll: true })
  }

  const panel = (
    <FilterPanel
      filters={shown}
      facets={products.data?.facets}
      onChange={changeFilters}
      withCategories={category === undefined}
    />
  )
  const named = products.isPlaceholderData ? undefined : products.data?.categories
  const total = products.data?.pagination.total
  // Where nothing was found there is nothing to filter.
  const foundNothing = total === 0 && active === 0
  return (
    <div className={cx("grid gap-x-14", filtersShown && !foundNothing && "lg:grid-cols-[15.5rem_1fr]")}>
      {/* External links may contain an alias of a category; checkboxes and chips need its slug. */}
      {category === undefined && named && named.join() !== filters.categories.join() && (
        <Navigate replace to={addressOf(withChanges(filters, { categories: named }))} />
      )}
      {wide !== false && filtersShown && !foundNothing && (
        <aside aria-label={t("list.filters")} className="max-lg:hidden">
          <div className="sticky top-28 max-h-[calc(100dvh-8rem)] overflow-y-auto pr-2 pb-8 [scrollbar-width:thin] [scrollbar-color:var(--color-line)_transparent]">
            <h2 className="mb-5 border-line border-b pb-3 text-lg">{t("list.filters")}</h2>
            {wide ? panel : <FilterPanelSkeleton />}
          </div>
        </aside>
      )}

      <section aria-label={t("product.products")} aria-busy={products.isFetching} className="min-w-0">
        <div className={foundNothing ? "sr-only" : "mb-7 flex flex-wrap items-center gap-x-3 gap-y-3"}>
          <div className="mr-auto flex items-center gap-3 max-sm:w-full">
            <p
              ref={count}
              tabIndex={-1}
              role="status"
              className="min-w-0 flex-1 text-ink-soft text-sm tabular-nums outline-hidden"
            >
              {total !== undefined &&
                (filters.search
                  ? t("list.countFor", { count: total, search: filters.search })
                  : t("list.count", { count: total }))}
            </p>
            {!wide && !foundNothing && <ViewSwitch className="lg:hidden" />}
          </div>
          {wide !== false && !foundNothing && (
            <Button
              variant="secondary"
              size="sm"
              className="min-h-11 max-lg:hidden"
              aria-expanded={filtersShown}
              onClick={() => showFilters(!filtersShown)}
            >
              <PanelLeft className="size-4" />
              {filtersShown ? t("list.hideFilters") : t("list.showFilters")}
            </Button>
          )}
          {!wide && !foundNothing && (
            <Button
              variant="secondary"
              size="sm"
              className="min-h-11 lg:hidden"
              aria-haspopup="dialog"
              onClick={() => setSheetOpen(true)}
            >
              <SlidersHorizontal className="size-4" />
              {t("list.filters")}
              {active > 0 && (
                <span className="inline-flex size-5.5 items-center justify-center rounded-full bg-accent text-white text-xs tabular-nums">
                  {active}
                </span>
              )}
            </Button>
          )}
          {!foundNothing && (
            <Select
              label={t("list.sort")}
              hideLabel
              className="min-w-0 sm:w-52 max-sm:flex-1"
              value={sorts.includes(shown.sort) ? shown.sort : usualSort(asked)}
              options={sorts.map((sort) => ({ value: sort, label: t(`list.sorts.${sort}`) }))}
              onChange={(sort) => changeFilters({ sort })}
            />
          )}
          {wide !== false && !foundNothing && <ViewSwitch className="max-lg:hidden" />}
        </div>
        <SectionBoundary>
          <ActiveFilters filters={shown} onRemove={remove} />
        </SectionBoundary>
        <ProductResults
          filters={asked}
          lead={lead && active === 0 && filters.page === 1}
          hrefFor={(page) => addressOf({ ...filters, page })}
          emptyTitle={emptyTitle}
          emptyAction={
            active > 0 ? (
              <Button variant="secondary" onClick={() => remove(noFilters)}>
                {t("list.clear")}
              </Button>
            ) : (
              emptyAction
            )
          }
        />
      </section>

      {wide === false && (
        <FilterSheet
          open={sheetOpen}
          onOpenChange={setSheetOpen}
          total={total}
          onClear={active > 0 ? () => changeFilters(noFilters) : null}
        >
          {panel}
        </FilterSheet>
      )}
    </div>
  )
}

function FilterPanelSkeleton() {
  return (
    <div className="space-y-4" aria-hidden="true">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-56 w-full" />
    </div>
  )
}

function ViewSwitch({ className }: { className: string }) {
  const { t } = useTranslation()
  const { listView, setListView } = usePreferences()
  const icons = { grid: LayoutGrid, dense: Grid3x3, rows: Rows3 }
  return (
    <fieldset className={cx("flex rounded-sm border border-line-strong", className)}>
      <legend className="sr-only">{t("list.view")}</legend>
      {listViews.map((view) => {
        const Icon = icons[view]
        const label = t(`list.${view}`)
        return (
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
            <Icon className="size-4.5" />
          </button>
        )
      })}
    </fieldset>
  )
}
