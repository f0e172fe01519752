import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { Bookmark, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import { useLocation } from "react-router-dom"
import { IconButton } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { ActionForm } from "./action-form"
import { type Filters, type ListFilters, useListFilters } from "./list-filters"
import { send } from "./send"
import { StatusTabs } from "./table/status-tabs"
import { useFormAction } from "./use-form-action"

type View = Schemas["SavedViewOut"]

const MAX_NAME = 40

/** The reader's own views of all lists; only this browser's acts change them. */
export const savedViewsQuery = queryOptions({
  queryKey: ["staff", "saved-views"],
  queryFn: read("/api/admin/saved-views"),
  staleTime: Number.POSITIVE_INFINITY,
})

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
        count: undefined,
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
      <Dialog open={open} onOpenChange={setOpen} title={t("views.title")} description={t("views.text")}>
        {current ? (
          <NameForm
            submit={t("views.save")}
            act={(name) =>
              send("post", "/api/admin/saved-views", { body: { path: pathname, name, query: current } })
            }
          />
        ) : (
          <p className="text-sm">{t("views.none")}</p>
        )}
        <ul className="mt-5 divide-y divide-line text-sm">
          {views.map((view) => (
            <ViewItem key={view._id} view={view} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

type NameFormProps = {
  start?: string
  submit: string
  act: (name: string) => Promise<Schemas["SavedViews"]>
  onDone?: () => void
}

/** The form of a view's name; `act` answers with all views. */
function NameForm({ start = "", submit, act, onDone }: NameFormProps) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const form = useFormAction({
    start: { name: start },
    act: ({ name }) => act(name.trim()),
    done: t("views.saved"),
    onDone: (data) => {
      client.setQueryData(savedViewsQuery.queryKey, data)
      form.put({ name: start })
      onDone?.()
    },
  })
  return (
    <ActionForm
      inline
      form={form}
      className="space-y-3"
      failed={t("views.failed")}
      submit={submit}
      disabled={!form.values.name.trim()}
      onCancel={onDone}
    >
      <TextField
        label={t("views.name")}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus={onDone !== undefined}
        {...form.field("name")}
      />
    </ActionForm>
  )
}

function ViewItem({ view: { _id, name } }: { view: View }) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  const path = { view_id: _id }
  const remove = useAction({
    act: () => send("delete", "/api/admin/saved-views/{view_id}", { path }),
    onDone: (data) => client.setQueryData(savedViewsQuery.queryKey, data),
    failed: t("views.deleteFailed"),
  })
  if (renaming) {
    return (
      <li className="py-3">
        <NameForm
          start={name}
          submit={t("views.renameSubmit")}
          act={(name) => send("put", "/api/admin/saved-views/{view_id}", { path, body: { name } })}
          onDone={() => setRenaming(false)}
        />
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2 py-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <IconButton label={t("views.rename", { name })} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("views.delete", { name })} busy={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  )
}
