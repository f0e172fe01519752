import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatCount } from "./labels"
import { pagesAround } from "./pages-around"

type PagerProps = {
  page: number
  totalPages: number
  total: number
  pageSize: number
  /** How many rows are shown. */
  shown: number
  hrefFor: (page: number) => string
}

const cell =
  "inline-flex min-h-10 min-w-9 items-center pointer-coarse:min-h-11 justify-center rounded-sm border px-2 sm:min-w-10 sm:px-3 text-sm tabular-nums transition-colors"

/** Pagination of a staff list: the shown range and links to the pages; renders nothing for a single page. */
export function Pager({ page, totalPages, total, pageSize, shown, hrefFor }: PagerProps) {
  const { t } = useTranslation("admin")
  if (totalPages <= 1) return null
  const before = (page - 1) * pageSize
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-ink-soft text-sm tabular-nums">
        {t("pager.showing", {
          from: formatCount(Math.min(before + 1, total)),
          to: formatCount(Math.min(before + shown, total)),
          total: formatCount(total),
        })}
      </p>
      <nav aria-label={t("pager.label")} className="flex flex-wrap gap-1.5">
        <Step to={page > 1 ? hrefFor(page - 1) : null}>{t("pager.previous")}</Step>
        {pagesAround(page, totalPages).map((number) => (
          <Link
            key={number}
            to={hrefFor(number)}
            aria-label={t("pager.page", { page: number })}
            aria-current={number === page ? "page" : undefined}
            className={cx(
              cell,
              number === page
                ? "border-ink bg-ink text-ground"
                : "border-line hover:border-accent hover:text-accent",
            )}
          >
            {number}
          </Link>
        ))}
        <Step to={page < totalPages ? hrefFor(page + 1) : null}>{t("pager.next")}</Step>
      </nav>
    </div>
  )
}

function Step({ to, children }: { to: string | null; children: string }) {
  if (to === null) {
    return (
      <span aria-disabled="true" className={cx(cell, "border-line text-ink-faint")}>
        {children}
      </span>
    )
  }
  return (
    <Link to={to} className={cx(cell, "border-line hover:border-accent hover:text-accent")}>
      {children}
    </Link>
  )
}
