import { ArrowUp } from "lucide-react"
import type { ReactNode, RefCallback } from "react"
import { useNavigate } from "react-router-dom"
import { type Filters, type ListFilters, useListFilters } from "./list-filters"
import { SavedViewsButton, SavedViewTabs } from "./saved-views"
import { ListHead } from "./table/list-head"
import { Loaded, type LoadedQuery } from "./table/loaded"
import { Paged, type PagedProps, type Pages } from "./table/paged"
import { SearchField } from "./table/search-field"
import { StatusTabs } from "./table/status-tabs"

type ListedBy = Filters & { status?: string; search?: string }

type NewRows = {
  count: number
  label: string
  /** Name of the button for screen readers, where the label does not say what it does. */
  action?: string
  onShow: () => void
}

type ListPageProps<F extends ListedBy> = Pick<PagedProps, "shown" | "empty"> & {
  title: string
  /** Buttons in the head, such as an export. */
  actions?: ReactNode
  intro?: string
  /** Content between the head and the list's own tabs. */
  above?: ReactNode
  /** The filters in the page's URL. */
  list: ListFilters<F>
  query: LoadedQuery<unknown>
  /** Refetch the list, by a button in the head. */
  renew?: () => void
  loading: string
  /** Title of the error state. */
  failed: string
  /** Tabs of the status filter; a count is undefined while it is not known. */
  tabs?: {
    label: string
    names: readonly NonNullable<F["status"]>[]
    title: (name: NonNullable<F["status"]>) => string
    count?: (name: NonNullable<F["status"]>) => number | undefined
  }
  search?: { label: string; hint: string; aside?: ReactNode }
  /** Further content above the rows, such as the filter bar. */
  tools?: ReactNode
  /** New rows that are not shown yet, in a list that is updated row by row. */
  waiting?: NewRows & {
    /** Ref of the element around the rows and the button. */
    ref?: RefCallback<HTMLElement>
  }
  /** Names the rows for screen readers, where they have no name of their own. */
  region?: string
  pagination?: Omit<Pages, "hrefFor"> | undefined
  /** The rows, or a function that puts the frame of the page around them. */
  children: ReactNode | ((frame: (rows: ReactNode, shown: number) => ReactNode) => ReactNode)
}

/** A page with one list: head, tabs, search, rows with their loading, error and empty states, pagination. */
export function ListPage<F extends ListedBy>(page: ListPageProps<F>) {
  const { filters, addressOf, change } = useListFilters(page.list)
  const navigate = useNavigate()
  const hasFilters = Object.keys(page.list.none).length > 1
  const { query, renew, tabs, search, waiting, children } = page
  const frame = (rows: ReactNode, shown: number) => (
    <Paged
      label={page.region}
      shown={shown}
      empty={page.empty}
      pages={
        page.pagination && {
          ...page.pagination,
          hrefFor: (other) => addressOf({ page: other } as Partial<F>),
        }
      }
    >
      {rows}
    </Paged>
  )
  return (
    <>
      <ListHead title={page.title} busy={query.isFetching} onRefresh={renew}>
        {page.actions}
        {hasFilters && <SavedViewsButton list={page.list} />}
      </ListHead>
      {page.intro && <p className="mt-1 max-w-prose text-ink-soft text-sm">{page.intro}</p>}
      {page.above}
      {hasFilters && <SavedViewTabs list={page.list} />}
      {tabs && (
        <StatusTabs
          label={tabs.label}
          tabs={tabs.names.map((name) => ({
            name,
            title: tabs.title(name),
            count: tabs.count?.(name),
            to: addressOf({ status: name } as Partial<F>),
            chosen: name === filters.status,
          }))}
        />
      )}
      {search && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <SearchField
            {...search}
            value={filters.search ?? ""}
            onSearch={(text) => change({ search: text } as Partial<F>)}
          />
          {search.aside}
        </div>
      )}
      {page.tools && <div className="mt-3 space-y-3">{page.tools}</div>}
      <div className="mt-3 space-y-3">
        <Loaded query={query} loading={page.loading} failed={page.failed}>
          {() => (
            <div ref={waiting?.ref}>
              {waiting && (
                <NewRowsButton
                  {...waiting}
                  onShow={() => {
                    waiting.onShow()
                    if (filters.page > 1) navigate(addressOf({}))
                  }}
                />
              )}
              {typeof children === "function" ? children(frame) : frame(children, page.shown)}
            </div>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** Button with the number of new rows that are not shown yet; a press shows them. */
function NewRowsButton({ count, label, action, onShow }: NewRows) {
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && label}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-16 z-20 -mb-11 flex h-11 justify-center">
          <button
            type="button"
            aria-label={action}
            onClick={() => {
              onShow()
              window.scrollTo({ top: 0, behavior: "smooth" })
            }}
            className="pointer-events-auto inline-flex min-h-9 animate-fade-in items-center gap-2 self-center rounded-full bg-accent px-4 font-medium text-sm text-white shadow-float transition-colors hover:bg-accent-deep"
          >
            <ArrowUp aria-hidden="true" className="size-4" />
            {label}
          </button>
        </div>
      )}
    </>
  )
}
