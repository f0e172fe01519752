import { Archive, Download, ExternalLink, Pencil, Plus, Trash2, Upload } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button, ButtonLink, IconButton } from "@/components/button"
import { Link } from "@/components/link"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useAction } from "@/lib/use-action"
import { type AdminProductRow, exportProducts, productFilters, sorts, statuses } from "./queries"
import { RemoveDialog } from "./remove-dialog"
import { useArchive } from "./use-archive"
import { useCategoryOptions } from "./use-category-options"
import { useProductList } from "./use-product-list"

/** Sellable pieces up to which the stock is low. */
const LOW_STOCK = 3

export function Component() {
  const { t } = useTranslation("adminProducts")
  const { filters } = useListFilters(productFilters)
  const { query, rows } = useProductList(filters)
  const [removing, setRemoving] = useState<AdminProductRow | null>(null)
  const exporting = useAction({ act: () => exportProducts(filters), failed: t("csv.exportFailed") })
  const filtered = productFilters.count(filters) > 0
  return (
    <>
      <ListPage
        title={t("title")}
        actions={
          <>
            <Button variant="quiet" size="sm" busy={exporting.isPending} onClick={() => exporting.mutate()}>
              {!exporting.isPending && <Download aria-hidden="true" className="size-4" />}
              {t("csv.export")}
            </Button>
            <ButtonLink to="/admin/move-in" variant="quiet" size="sm">
              <Upload aria-hidden="true" className="size-4" />
              {t("csv.import")}
            </ButtonLink>
            <ButtonLink to="/admin/products/new" size="sm">
              <Plus aria-hidden="true" className="size-4" />
              {t("add")}
            </ButtonLink>
          </>
        }
        list={productFilters}
        query={query}
        loading={t("loading")}
        failed={t("failed")}
        tabs={{
          label: t("statuses"),
          names: statuses,
          title: (status) => t(`status.${status}`),
          count: (status) => query.data?.counts[status],
        }}
        tools={<Tools />}
        shown={rows.length}
        empty={{
          title: filtered ? t("nothingFound") : t("empty"),
          action: filtered ? (
            <ButtonLink to="?" variant="secondary">
              {t("showAll")}
            </ButtonLink>
          ) : (
            <ButtonLink to="/admin/products/new">{t("add")}</ButtonLink>
          ),
        }}
        pagination={query.data?.pagination}
      >
        <DataTable
          label={t("title")}
          cells={useColumns(setRemoving)}
          title={(name) => t(`columns.${name}`)}
          right={["price", "stock", "actions"]}
          card={["product", "price", "stock", "status"]}
          rows={rows}
          keyOf={({ _id }) => _id}
          versionOf={({ version }) => version}
        />
      </ListPage>
      <RemoveDialog product={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function Tools() {
  const { t } = useTranslation("adminProducts")
  const { filters } = useListFilters(productFilters)
  return (
    <FilterBar
      list={productFilters}
      search={{ label: t("search"), hint: t("searchHint") }}
      selects={[
        {
          name: "category",
          label: t("columns.category"),
          any: t("anyCategory"),
          options: useCategoryOptions(filters.category),
        },
      ]}
      sort={{
        label: t("sort.label"),
        options: sorts.map((value) => ({ value, label: t(`sort.${value}`) })),
      }}
    />
  )
}

function useColumns(onRemove: (product: AdminProductRow) => void) {
  const { t } = useTranslation("adminProducts")
  const inLanguage = useInLanguage()
  const archiving = useArchive()
  return {
    product: ({ _id, title, excerpt, picture }) => (
      <span className="flex items-start gap-3">
        <Picture picture={picture} alt="" sizes="3rem" className="w-12 shrink-0 rounded-sm" />
        <span className="min-w-0">
          <Link
            to={`/admin/products/${_id}`}
            data-opens
            className="font-medium hover:text-accent hover:underline hover:underline-offset-4"
          >
            {inLanguage(title)}
          </Link>
          {inLanguage(excerpt) && (
            <span className="mt-0.5 block text-ink-soft text-xs max-[70rem]:hidden">
              {inLanguage(excerpt)}
            </span>
          )}
        </span>
      </span>
    ),
    category: ({ category }) => inLanguage(category.name),
    price: (row) => (
      <Price price={row.price} originalPrice={row.originalPrice} isLowest={row.variantCount > 0} size="sm" />
    ),
    stock: ({ isAvailable, sellable, onHand, held, allocated, variantCount }) => (
      <span className="block">
        {variantCount > 0 && <span className="block">{t("variants.count", { count: variantCount })}</span>}
        <span className={cx("block", isAvailable && sellable <= LOW_STOCK && "font-medium text-danger")}>
          {t("stock.left", { count: sellable })}
        </span>
        <span className="block text-ink-soft text-xs max-[70rem]:hidden">
          {t("stock.numbers", { onHand, held: held + allocated })}
        </span>
      </span>
    ),
    status: ({ isArchived, isAvailable, hasUnusualRate }) =>
      isArchived ? (
        <Badge>{t("archived")}</Badge>
      ) : (
        <span className="inline-flex flex-wrap gap-1.5">
          <Badge tone={isAvailable ? "success" : "warning"} dot>
            {isAvailable ? t("available") : t("unavailable")}
          </Badge>
          {hasUnusualRate && <Badge tone="orange">{t("status.unusualRate")}</Badge>}
        </span>
      ),
    actions: (row) => (
      <RowActions row={row} onArchive={() => archiving.mutate(row._id)} onRemove={() => onRemove(row)} />
    ),
  } satisfies Cells<AdminProductRow>
}

type RowActionsProps = { row: AdminProductRow; onArchive: () => void; onRemove: () => void }

function RowActions({ row, onArchive, onRemove }: RowActionsProps) {
  const { t } = useTranslation("adminProducts")
  const title = useInLanguage()(row.title)
  const look =
    "inline-flex size-11 items-center justify-center rounded-sm hover:bg-accent-wash hover:text-accent lg:size-9"
  return (
    <span className="-my-1.5 flex justify-end">
      {row.isAvailable && (
        <a
          href={`/products/${row.slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t("viewOf", { title })}
          title={t("view")}
          className={look}
        >
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
      <Link
        to={`/admin/products/${row._id}`}
        aria-label={t("editOf", { title })}
        title={t("edit")}
        className={look}
      >
        <Pencil aria-hidden="true" className="size-4" />
      </Link>
      {row.isArchived ? (
        <IconButton label={t("removeOf", { title })} onClick={onRemove} className="lg:size-9">
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      ) : (
        <IconButton label={t("archiveOf", { title })} onClick={onArchive} className="lg:size-9">
          <Archive aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </span>
  )
}
