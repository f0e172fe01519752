import type { ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Pagination } from "@/components/pagination"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"

type PagedProps = {
  /** Names the section for screen readers, where its rows do not. */
  label?: string
  /** How many rows the page has; with none, the empty state is shown. */
  shown: number
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  /** The pagination, once loaded. */
  pages?: {
    page: number
    limit: number
    total: number
    totalPages: number
    hrefFor: (page: number) => string
  }

  children: ReactNode
}

/** The rows of one page with its pagination, or the empty state. */
export function Paged({ label, shown, empty, pages, children }: PagedProps) {
  const { t } = useTranslation("admin")
  const before = pages ? (pages.page - 1) * pages.limit : 0
  return (
    <section aria-label={label}>
      {shown === 0 ? (
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      ) : (
        <div className="rounded-md border border-line bg-paper">{children}</div>
      )}
      {pages && (
        <Pagination
          page={pages.page}
          totalPages={pages.totalPages}
          hrefFor={pages.hrefFor}
          dense={{
            range: t("pager.showing", {
              from: formatCount(Math.min(before + 1, pages.total)),
              to: formatCount(Math.min(before + shown, pages.total)),
              total: formatCount(pages.total),
            }),
            previous: t("pager.previous"),
            next: t("pager.next"),
          }}
        />
      )}
    </section>
  )
}
