import { ChevronLeft, ChevronRight } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { Link } from "./link"

type PaginationProps = {
  page: number
  totalPages: number
  /** The address of a page, with all filters kept. */
  hrefFor: (page: number) => string
}

/** The pages to offer: first, last and the neighbours; null stands for a gap. */
export function pagesToShow(page: number, totalPages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, totalPages].filter((n) => n >= 1 && n <= totalPages)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((n, index) => {
    const before = pages[index - 1]
    if (before === undefined || n === before + 1) return [n]
    // A gap of one page is that page.
    return n === before + 2 ? [before + 1, n] : [null, n]
  })
}

const cell = "inline-flex min-h-11 min-w-11 items-center justify-center rounded-sm px-2 tabular-nums"

export function Pagination({ page, totalPages, hrefFor }: PaginationProps) {
  const { t } = useTranslation()
  if (totalPages <= 1) return null
  return (
    <nav
      aria-label={t("common.pages")}
      className="flex flex-wrap items-center justify-center gap-1 print:hidden"
    >
      <Step to={page > 1 ? hrefFor(page - 1) : null} label={t("common.previousPage")} icon={ChevronLeft} />
      {/* A phone has no room for a row of numbers as large as a finger. */}
      <span className="px-4 tabular-nums sm:hidden">{t("common.pageOf", { page, count: totalPages })}</span>
      {pagesToShow(page, totalPages).map((n, index) =>
        n === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place.
          <span key={`gap-${index}`} aria-hidden="true" className={cx(cell, "text-ink-soft max-sm:hidden")}>
            …
          </span>
        ) : (
          <Link
            key={n}
            to={hrefFor(n)}
            aria-label={t("common.page", { page: n })}
            aria-current={n === page ? "page" : undefined}
            className={cx(
              cell,
              "max-sm:hidden",
              n === page ? "bg-ink text-ground" : "text-ink hover:bg-accent-wash hover:text-accent",
            )}
          >
            {n}
          </Link>
        ),
      )}
      <Step
        to={page < totalPages ? hrefFor(page + 1) : null}
        label={t("common.nextPage")}
        icon={ChevronRight}
      />
    </nav>
  )
}

function Step({ to, label, icon: Icon }: { to: string | null; label: string; icon: typeof ChevronLeft }) {
  const icon = <Icon aria-hidden="true" className="size-5" />
  if (to === null) {
    return (
      <span aria-hidden="true" className={cx(cell, "text-line-strong")}>
        {icon}
      </span>
    )
  }
  return (
    <Link to={to} aria-label={label} className={cx(cell, "hover:bg-accent-wash hover:text-accent")}>
      {icon}
    </Link>
  )
}
