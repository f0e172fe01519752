import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { Link } from "./link"

/** Class names of the parts, and the words of the steps, which are icons otherwise. */
export type PaginationLayout = {
  nav: string
  cell: string
  number: string
  gap?: string
  link: string
  current: string
  /** A step that leads nowhere. */
  off: string
  words?: { previous: string; next: string }
}

type PaginationProps = {
  page: number
  totalPages: number
  /** The address of a page, with all filters kept. */
  hrefFor: (page: number) => string
  /** A dense layout with words; it offers the pages around this one instead of the first and the last. */
  layout?: PaginationLayout
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
    const distance = n - (numbers[index - 1] ?? n - 1)
    // A gap of one page is that page.
    return distance > 1 ? [distance > 2 ? null : n - 1, n] : [n]
  })
}

const shopLayout: PaginationLayout = {
  nav: "flex flex-wrap items-center justify-center gap-1 print:hidden",
  cell: "inline-flex min-h-11 min-w-11 items-center justify-center rounded-sm px-2 tabular-nums",
  // A phone has no room for a row of numbers as large as a finger.
  number: "max-sm:hidden",
  gap: "text-ink-soft max-sm:hidden",
  link: "hover:bg-accent-wash hover:text-accent",
  current: "bg-ink text-ground",
  off: "text-line-strong",
}

/** Links to the pages of a list; renders nothing for a single page. */
export function Pagination({ page, totalPages, hrefFor, layout = shopLayout }: PaginationProps) {
  const { t } = useTranslation()
  if (totalPages <= 1) return null
  const { words } = layout

  function step(to: number, label: string, word: string | undefined, Icon: LucideIcon) {
    const content = word ?? <Icon className="size-5" />
    return to < 1 || to > totalPages ? (
      <span {...{ [word ? "aria-disabled" : "aria-hidden"]: true }} className={cx(layout.cell, layout.off)}>
        {content}
      </span>
    ) : (
      <Link to={hrefFor(to)} aria-label={word ?? label} className={cx(layout.cell, layout.link)}>
        {content}
      </Link>
    )
  }
  return (
    <nav aria-label={t("common.pages")} className={layout.nav}>
      {step(page - 1, t("common.previousPage"), words?.previous, ChevronLeft)}
      {!words && (
        <span className="px-4 tabular-nums sm:hidden">{t("common.pageOf", { page, count: totalPages })}</span>
      )}
      {pageNumbers(page, totalPages, !words).map((n, index) =>
        n === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place.
          <span key={`gap-${index}`} aria-hidden="true" className={cx(layout.cell, layout.gap)}>
            …
          </span>
        ) : (
          <Link
            key={n}
            to={hrefFor(n)}
            aria-label={t("common.page", { page: n })}
            aria-current={n === page ? "page" : undefined}
            className={cx(layout.cell, layout.number, n === page ? layout.current : layout.link)}
          >
            {n}
          </Link>
        ),
      )}
      {step(page + 1, t("common.nextPage"), words?.next, ChevronRight)}
    </nav>
  )
}
