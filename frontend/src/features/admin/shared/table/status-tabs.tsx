import { Link } from "@/components/link"
import { formatCount } from "@/features/admin/shared/labels"
import { cx } from "@/lib/cx"

type StatusTabsProps = {
  /** Accessible name of the tabs. */
  label: string
  tabs: readonly {
    name: string
    title: string
    /** Number of rows, once it is known. */
    count?: number | undefined
    to: string
    chosen: boolean
  }[]
}

/** Tabs that filter a list by status, each with its number of rows. */
export function StatusTabs({ label, tabs }: StatusTabsProps) {
  return (
    <nav aria-label={label} className="mt-3">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ name, title, count, to, chosen }) => (
          <li key={name}>
            <Link
              to={to}
              preventScrollReset
              aria-current={chosen ? "page" : undefined}
              className={cx(
                "inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-sm transition-colors pointer-coarse:min-h-11",
                chosen
                  ? "border-ink bg-ink text-ground"
                  : "border-line-strong hover:border-accent hover:text-accent",
              )}
            >
              {title}
              {count !== undefined && <span className="tabular-nums">{formatCount(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
