import { Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button, IconButton } from "@/components/button"
import { Picture } from "@/components/picture"
import { type AdminCategory, categoriesKey, categoriesQuery } from "@/features/admin/products/queries"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { listFilters, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { CategoryDialog } from "./category-dialog"
import { DeleteDialog } from "./delete-dialog"

const list = listFilters(z.object({ search: text(), page: pageNumber() }))

/** The categories, with the dialogs that edit and delete them. */
export function Component() {
  const { t } = useTranslation("adminCategories")
  const { query } = useListQuery(categoriesQuery, categoriesKey, "staff:categories")
  const { data = [] } = query
  const search = useListFilters(list).filters.search.toLowerCase()
  const rows = data.filter(({ name, slug }) =>
    [name.en, name.hi, slug].some((part) => part.toLowerCase().includes(search)),
  )
  const [editing, setEditing] = useState<AdminCategory | "new" | null>(null)
  const [deleting, setDeleting] = useState<AdminCategory | null>(null)
  const cells = useColumns(data, setEditing, setDeleting)
  const add = (
    <Button size="sm" onClick={() => setEditing("new")}>
      <Plus aria-hidden="true" className="size-4" />
      {t("add")}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t("title")}
        actions={add}
        list={list}
        query={query}
        loading={t("loading")}
        failed={t("failed")}
        search={{ label: t("search"), hint: t("search") }}
        shown={rows.length}
        empty={search ? { title: t("nothing") } : { title: t("empty"), action: add }}
      >
        <DataTable
          label={t("title")}
          cells={cells}
          title={(name) => t(`columns.${name}`)}
          rows={rows}
          keyOf={({ _id }) => _id}
        />
      </ListPage>
      <CategoryDialog editing={editing} categories={data} onClose={() => setEditing(null)} />
      <DeleteDialog category={deleting} categories={data} onClose={() => setDeleting(null)} />
    </>
  )
}

function useColumns(
  all: readonly AdminCategory[],
  onEdit: (category: AdminCategory) => void,
  onDelete: (category: AdminCategory) => void,
) {
  const { t } = useTranslation("adminCategories")
  const inLanguage = useInLanguage()
  return {
    category: ({ name, description, picture, icon, slug, parentCategory }) => {
      const parent = all.find(({ _id }) => _id === parentCategory)
      return (
        <span className="flex items-start gap-3">
          <Picture picture={picture} alt="" sizes="3rem" className="w-12 shrink-0 rounded-sm" />
          <span className="min-w-0">
            <span className="block font-medium">
              {icon && !picture && <span aria-hidden="true">{icon} </span>}
              {inLanguage(name)}
            </span>
            <span className="block break-all text-ink-soft text-xs">
              {slug}
              {parent && ` · ${t("below", { name: inLanguage(parent.name) })}`}
            </span>
            <span className="line-clamp-2 max-w-prose text-xs">{inLanguage(description)}</span>
          </span>
        </span>
      )
    },
    status: ({ isActive, isShown, isFeatured }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {!isActive && <Badge tone="warning">{t("hidden")}</Badge>}
        {isActive && !isShown && <Badge tone="warning">{t("hiddenAbove")}</Badge>}
        {isFeatured && <Badge tone="success">{t("featured")}</Badge>}
      </span>
    ),
    products: ({ slug, productCount }) => (
      <TextLink to={`/admin/products?category=${encodeURIComponent(slug)}`}>
        {t("products", { count: productCount })}
      </TextLink>
    ),
    actions: (category) => (
      <span className="-my-1.5 flex justify-end">
        <IconButton
          data-opens
          label={t("editOf", { name: inLanguage(category.name) })}
          onClick={() => onEdit(category)}
        >
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={t("deleteOf", { name: inLanguage(category.name) })}
          onClick={() => onDelete(category)}
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    ),
  } satisfies Cells<AdminCategory>
}
