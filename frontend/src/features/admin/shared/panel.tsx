import { type ReactNode, useId } from "react"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useInLanguage } from "./in-language"
import { formatCount, formatPercent } from "./labels"

type PanelProps = {
  /** Its place in the page's address: "#brand". */
  id?: string
  title: string
  aside?: ReactNode
  /** Text in place of the content, where there is none. */
  empty?: string | false
  children: ReactNode
}

/** A part of a page of figures under its own heading. */
export function Panel({ id, title, aside, empty, children }: PanelProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-20 min-w-0 rounded-md border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lg">
          {title}
        </h2>
        {aside && <span className="text-ink-soft text-xs">{aside}</span>}
      </div>
      {empty ? <p className="py-4 text-ink-soft text-sm">{empty}</p> : children}
    </section>
  )
}

/** The head of a small table: texts, then figures, which stand at the end of their column. */
export function TableHead({ texts, figures }: { texts: readonly string[]; figures: readonly string[] }) {
  return (
    <thead className="text-left text-ink-soft text-xs">
      <tr>
        {[...texts, ...figures].map((label, place) => (
          <th
            key={label}
            scope="col"
            className={cx("pb-2 font-medium", place >= texts.length && "text-right")}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A part of a dialog, under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium font-text text-ink-soft text-sm">{title}</h3>
      {children}
    </section>
  )
}

type Step = { name: string; label: string; count: number; percent: number | null; share: number }

/** The steps of a funnel, each with its count, its share of the first, and a bar as wide as `share` percent. */
export function FunnelSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="mt-3 space-y-2">
      {steps.map(({ name, label, count, percent, share }) => (
        <li key={name} data-step={name}>
          <div className="flex items-baseline justify-between gap-3 text-sm tabular-nums">
            <span>{label}</span>
            <span>
              <span className="font-medium">{formatCount(count)}</span>
              {percent !== null && (
                <span className="ml-2 inline-block w-12 text-right text-ink-soft text-xs">
                  {formatPercent(percent)}
                </span>
              )}
            </span>
          </div>
          <div className="mt-0.5 flex">
            <Bar value={share} />
          </div>
        </li>
      ))}
    </ol>
  )
}

type LowStock = { _id: string; slug: string; titleEn: string; titleHi: string; sellable: number }

type LowStockPanelProps = {
  rows: readonly LowStock[]
  /** Number of all products low in stock, of which `rows` are the first. */
  count: number
  /** Without links. */
  plain?: boolean
  children?: ReactNode
}

/** Products low in stock, the lowest first. */
export function LowStockPanel({ rows, count, plain = false, children }: LowStockPanelProps) {
  const { t } = useTranslation("admin")
  return (
    <Panel
      title={t("lowStock.title")}
      aside={count > 0 && t("lowStock.count", { count })}
      empty={rows.length === 0 && t("lowStock.none")}
    >
      <ul className="mt-2 divide-y divide-line text-sm">
        {rows.map((row) => (
          <li key={row._id} className="flex items-center justify-between gap-4 py-1.5">
            <ProductName product={row} plain={plain} />
            <span
              className={row.sellable <= 0 ? "shrink-0 font-medium text-danger" : "shrink-0 tabular-nums"}
            >
              {row.sellable <= 0 ? t("lowStock.gone") : t("lowStock.left", { count: row.sellable })}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </Panel>
  )
}

type ProductNameProps = { product: Pick<LowStock, "slug" | "titleEn" | "titleHi">; plain: boolean }

export function ProductName({ product, plain }: ProductNameProps) {
  const title = useInLanguage()({ en: product.titleEn, hi: product.titleHi })
  if (plain) return <span className="min-w-0 truncate">{title}</span>
  return (
    <Link to={`/products/${product.slug}`} className="min-w-0 truncate hover:text-accent">
      {title}
    </Link>
  )
}

export function Bar({ value }: { value: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 min-w-0 flex-1">
      <rect width="100" height="4" rx="2" className="fill-tile" />
      <rect width={Math.max(0, Math.min(100, value))} height="4" rx="2" className="fill-accent" />
    </svg>
  )
}
