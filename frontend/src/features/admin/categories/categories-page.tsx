import { Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button, IconButton } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { Link } from "@/components/link"
import { Picture } from "@/components/picture"
import { type AdminCategory, categoriesKey, categoriesQuery } from "@/features/admin/products/queries"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { CategoryDialog } from "./category-dialog"
import { DeleteDialog } from "./delete-dialog"

export function Component() {
  const { t } = useTranslation("adminCategories")
  const { query } = useListQuery(categoriesQuery, categoriesKey, "staff:categories")
  const { data = [] } = query
  const [editing, setEditing] = useState<AdminCategory | "new" | null>(null)
  const [deleting, setDeleting] = useState<AdminCategory | null>(null)
  return (
    <>
      <ListHead title={t("title")}>
        <Button size="sm" onClick={() => setEditing("new")}>
          <Plus aria-hidden="true" className="size-4" />
          {t("add")}
        </Button>
      </ListHead>
      <div className="mt-5">
        <Loaded query={query} loading={t("loading")} failed={t("failed")}>
          {() =>
            data.length === 0 ? (
              <EmptyState
                title={t("empty")}
                action={<Button onClick={() => setEditing("new")}>{t("add")}</Button>}
              />
            ) : (
              <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
                {data.map((category) => (
                  <li key={category._id}>
                    <Card
                      category={category}
                      parent={data.find(({ _id }) => _id === category.parentCategory)}
                      onEdit={() => setEditing(category)}
                      onDelete={() => setDeleting(category)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <CategoryDialog editing={editing} categories={data} onClose={() => setEditing(null)} />
      <DeleteDialog category={deleting} categories={data} onClose={() => setDeleting(null)} />
    </>
  )
}

type CardProps = {
  category: AdminCategory
  parent: AdminCategory | undefined
  onEdit: () => void
  onDelete: () => void
}

function Card({ category, parent, onEdit, onDelete }: CardProps) {
  const { t } = useTranslation("adminCategories")
  const inLanguage = useInLanguage()
  const name = inLanguage(category.name)
  const description = inLanguage(category.description)
  return (
    <article className="flex h-full gap-4 rounded-md border border-line bg-paper p-4">
      <Picture
        picture={category.picture}
        alt=""
        sizes="5rem"
        className="w-20 shrink-0 self-start rounded-sm"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-lg">
            {category.icon && <span aria-hidden="true">{category.icon} </span>}
            {name}
          </h2>
          {!category.isActive && <Badge tone="warning">{t("hidden")}</Badge>}
          {category.isActive && !category.isShown && <Badge tone="warning">{t("hiddenAbove")}</Badge>}
          {category.isFeatured && <Badge tone="success">{t("featured")}</Badge>}
        </div>
        <p className="mt-0.5 break-all text-ink-soft text-xs">
          {category.slug}
          {parent && ` · ${t("below", { name: inLanguage(parent.name) })}`}
        </p>
        {description && <p className="mt-2 line-clamp-2 text-sm">{description}</p>}
        <div className="mt-auto flex items-center justify-between pt-2">
          <Link
            to={`/admin/products?category=${encodeURIComponent(category.slug)}`}
            className="inline-flex min-h-11 items-center text-accent text-sm tabular-nums hover:underline"
          >
            {t("products", { count: category.productCount })}
          </Link>
          <span className="-mr-2 flex">
            <IconButton label={t("editOf", { name })} onClick={onEdit}>
              <Pencil aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label={t("deleteOf", { name })} onClick={onDelete}>
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        </div>
      </div>
    </article>
  )
}
