import type { ReactNode } from "react"
import { Navigate } from "react-router-dom"
import { EmptyState } from "@/components/empty-state"
import { Pagination, type PaginationLayout } from "@/components/pagination"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"

export type Pages = {
  page: number
  limit: number
  total: number
  totalPages: number
  /** There are more rows than `total`: they are not counted. */
  hasMore?: boolean
  hrefFor: (page: number) => string
}

export type PagedProps = {
  /** Names the section for screen readers, where its rows do not. */
  label?: string
  /** Number of rows on the page; with none, the empty state is shown. */
  shown: number
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  /** The pagination, once loaded. */
  pages?: Pages
  children: ReactNode
}

const denseLayout: PaginationLayout = {
  nav: "flex flex-wrap gap-1.5",
  cell: "inline-flex min-h-10 min-w-9 items-center pointer-coarse:min-h-11 justify-center rounded-sm border px-2 sm:min-w-10 sm:px-3 text-sm tabular-nums transition-colors",
  number: "",
  link: "border-line hover:border-accent hover:text-accent",
  current: "border-ink bg-ink text-ground",
  off: "border-line text-ink-faint",
}

/** The rows of one page with its pagination, or the empty state. */
export function Paged({ label, shown, empty, pages, children }: PagedProps) {
  const { t } = useTranslation("admin")
  // The list has become shorter, or the address is made up.
  if (pages && shown === 0 && pages.page > pages.totalPages)
    return <Navigate replace to={pages.hrefFor(pages.totalPages)} />
  const before = pages ? (pages.page - 1) * pages.limit : 0
  return (
    <section aria-label={label}>
      {shown === 0 ? (
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      ) : (
        // Clips rows that slide in; a scroll container instead would disable the sticky table head.
        <div className="overflow-clip rounded-md border border-line bg-paper">{children}</div>
      )}
      {pages && pages.totalPages > 1 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-ink-soft text-sm tabular-nums">
            {t("pager.showing", {
              from: formatCount(Math.min(before + 1, pages.total)),
              to: formatCount(Math.min(before + shown, pages.total)),
              total: `${formatCount(pages.total)}${pages.hasMore ? "+" : ""}`,
            })}
            {pages.hasMore && <span className="block">{t("pager.more")}</span>}
          </p>
          <Pagination
            page={pages.page}
            totalPages={pages.totalPages}
            hrefFor={pages.hrefFor}
            layout={{ ...denseLayout, words: { previous: t("pager.previous"), next: t("pager.next") } }}
          />
        </div>
      )}
    </section>
  )
}
