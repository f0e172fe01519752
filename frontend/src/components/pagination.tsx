import { ChevronLeft, ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { Link } from "./link"

type PaginationProps = {
  page: number
  totalPages: number
  /** The address of a page, with all filters kept. */
  hrefFor: (page: number) => string
  /** Layout of a staff list: the range of the rows shown, and steps in words. */
  dense?: { range: string; previous: string; next: string }
}

/**
 * The page numbers to offer; null stands for a gap.
 *
 * With `ends` the first, the last and the neighbours, otherwise up to five around the page.
 */
export function pageNumbers(page: number, totalPages: number, ends: boolean): (number | null)[] {
  const first = ends ? page - 1 : Math.max(1, Math.min(page - 2, totalPages - 4))
  const near = Array.from({ length: ends ? 3 : 5 }, (_, index) => first + index)
  const numbers = [...new Set(ends ? [1, ...near, totalPages] : near)].filter((n) => n > 0 && n <= totalPages)
  return numbers.flatMap((n, index) => {
    const gap = n - (numbers[index - 1] ?? n - 1) - 1
    // A gap of one page is that page.
    return gap === 0 ? [n] : [gap === 1 ? n - 1 : null, n]
  })
}

const cell = "inline-flex items-center justify-center rounded-sm tabular-nums"
const shopLook = {
  nav: "flex flex-wrap items-center justify-center gap-1 print:hidden",
  cell: cx(cell, "min-h-11 min-w-11 px-2"),
  // A phone has no room for a row of numbers as large as a finger.
  number: "max-sm:hidden",
  link: "hover:bg-accent-wash hover:text-accent",
  current: "bg-ink text-ground",
  off: "text-line-strong",
}
const denseLook: typeof shopLook = {
  nav: "flex flex-wrap gap-1.5",
  cell: cx(
    cell,
    "min-h-10 min-w-9 pointer-coarse:min-h-11 border px-2 sm:min-w-10 sm:px-3 text-sm transition-colors",
  ),
  number: "",
  link: "border-line hover:border-accent hover:text-accent",
  current: "border-ink bg-ink text-ground",
  off: "border-line text-ink-faint",
}

/** Links to the pages of a list; renders nothing for a single page. */
export function Pagination({ page, totalPages, hrefFor, dense }: PaginationProps) {
  const { t } = useTranslation()
  if (totalPages <= 1) return null
  const look = dense ? denseLook : shopLook
  const gapLook = cx(look.cell, look.number, "text-ink-soft")

  const step = (to: number, label: string, content: ReactNode) =>
    to < 1 || to > totalPages ? (
      <span {...{ [dense ? "aria-disabled" : "aria-hidden"]: true }} className={cx(look.cell, look.off)}>
        {content}
      </span>
    ) : (
      <Link to={hrefFor(to)} aria-label={label} className={cx(look.cell, look.link)}>
        {content}
      </Link>
    )

  const links = (
    <nav aria-label={t("common.pages")} className={look.nav}>
      {step(
        page - 1,
        dense?.previous ?? t("common.previousPage"),
        dense?.previous ?? <ChevronLeft {...icon} />,
      )}
      {!dense && (
        <span className="px-4 tabular-nums sm:hidden">{t("common.pageOf", { page, count: totalPages })}</span>
      )}
      {pageNumbers(page, totalPages, !dense).map((n, index) =>
        n === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place.
          <span key={`gap-${index}`} aria-hidden="true" className={gapLook}>
            …
          </span>
        ) : (
          <Link
            key={n}
            to={hrefFor(n)}
            aria-label={t("common.page", { page: n })}
            aria-current={n === page ? "page" : undefined}
            className={cx(look.cell, look.number, n === page ? look.current : look.link)}
          >
            {n}
          </Link>
        ),
      )}
      {step(page + 1, dense?.next ?? t("common.nextPage"), dense?.next ?? <ChevronRight {...icon} />)}
    </nav>
  )
  if (!dense) return links
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-ink-soft text-sm tabular-nums">{dense.range}</p>
      {links}
    </div>
  )
}

const icon = { "aria-hidden": true, className: "size-5" } as const
