import { useQuery } from "@tanstack/react-query"
import { Bookmark } from "lucide-react"
import { useState } from "react"
import { useLocation } from "react-router-dom"
import { IconButton } from "@/components/button"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { type Filters, type ListFilters, useListFilters } from "./list-filters"
import { savedViewsQuery } from "./saved-views-query"
import { StatusTabs } from "./table/status-tabs"

const SavedViewsDialog = lazyDialog(() => import("./saved-views-dialog"), "SavedViewsDialog")

/** The views of the list on this page, and its current filters as a view has them. */
function useViews<F extends Filters>(list: ListFilters<F>) {
  const { pathname } = useLocation()
  const queryOf = (filters: F) => String(list.write({ ...filters, page: list.none.page }))
  const { data } = useQuery(savedViewsQuery)
  const views = (data?.views ?? [])
    .filter(({ path }) => path === pathname)
    // Known filters alone: a view may be older than the list's.
    .map((view) => ({ ...view, query: queryOf(list.read(new URLSearchParams(view.query))) }))
  return { views, pathname, current: queryOf(useListFilters(list).filters) }
}

type SavedViewsProps<F extends Filters> = { list: ListFilters<F> }

/** Links to the saved views of a list; nothing without any. */
export function SavedViewTabs<F extends Filters>({ list }: SavedViewsProps<F>) {
  const { t } = useTranslation("admin")
  const { views, current } = useViews(list)
  if (views.length === 0) return null
  return (
    <StatusTabs
      label={t("views.title")}
      tabs={views.map(({ _id, name, query }) => ({
        name: _id,
        title: name,
        to: `?${query}`,
        chosen: query === current,
      }))}
    />
  )
}

/** The button of the dialog in which views are saved, renamed and deleted. */
export function SavedViewsButton<F extends Filters>({ list }: SavedViewsProps<F>) {
  const { t } = useTranslation("admin")
  const { views, pathname, current } = useViews(list)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t("views.title")}
        aria-haspopup="dialog"
        className="size-9 pointer-coarse:size-11"
        onClick={() => setOpen(true)}
      >
        <Bookmark aria-hidden="true" className="size-4.5" />
      </IconButton>
      <SavedViewsDialog open={open} onOpenChange={setOpen} {...{ views, pathname, current }} />
    </>
  )
}
