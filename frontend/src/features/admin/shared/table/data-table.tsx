import type { ReactNode } from "react"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { cx } from "@/lib/cx"
import { useMedia } from "@/lib/use-media"
import { verbatim } from "@/lib/verbatim"
import { useSlideIn } from "./use-slide-in"

/** The content of a table's columns, by their names. */
export type Cells<Row> = Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>

type Column<Row> = {
  name: string
  title: string
  cell: (row: Row) => ReactNode
  right: boolean
  /** Visually hidden, for the column of buttons. */
  hideTitle: boolean
}

type TableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** A change of this value highlights the row. */
  versionOf?: (row: Row) => number
  /** Return true when a row came in after the page was requested: it slides in, highlighted. */
  isNew?: (key: string) => boolean
  /** It scrolls sideways on a laptop, without the sticky head, which such a container disables. */
  wide?: boolean
  /** Selection checkbox of a row. */
  choose?: (row: Row) => ReactNode
  /** Checkbox of all rows. */
  chooseAll?: ReactNode
  /** The cells of a dense card, two in a line, without titles; the others stand where the row leads. */
  card?: readonly string[]
}

type DataTableProps<Row, C extends Cells<Row>> = Omit<TableProps<Row>, "columns" | "card"> & {
  /** From left to right; the first is the row header, "actions" a column of buttons. */
  cells: C
  title: (name: keyof C & string) => string
  /** Right-aligned columns, for numbers. */
  right?: readonly (keyof C & string)[]
  card?: readonly (keyof C & string)[]
}

/** A table with a sticky head on wide screens, a list of cards on narrow ones. */
export function DataTable<Row, C extends Cells<Row>>({
  cells,
  title,
  right = [],
  ...table
}: DataTableProps<Row, C>) {
  const names = Object.keys(cells) as (keyof C & string)[]
  const columns = names.flatMap((name) => {
    const cell: ((row: Row) => ReactNode) | undefined = cells[name]
    const hideTitle = name === "actions"
    return cell ? [{ name, title: title(name), cell, right: right.includes(name), hideTitle }] : []
  })
  // A table of seven columns fits beside the rail.
  const isWide = useMedia("(min-width: 70rem)")
  return isWide ? <Table columns={columns} {...table} /> : <CardList columns={columns} {...table} />
}

function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, isNew, wide, choose, chooseAll } = props
  const body = useSlideIn<HTMLTableSectionElement>(rows.map(keyOf), isNew)
  const table = (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead
        className={cx(
          "top-14 z-10 bg-paper shadow-[inset_0_-1px_0_var(--color-line)]",
          wide ? "min-[90rem]:sticky" : "sticky",
        )}
      >
        <tr className="text-left text-ink-soft">
          {choose && <td className="w-10 py-1 pl-3">{chooseAll}</td>}
          {columns.map(({ name, title, right, hideTitle }) => (
            <th key={name} scope="col" className={cx("px-3 py-2 font-medium", right && "text-right")}>
              {hideTitle ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <Row key={keyOf(row)} {...props} row={row} />
        ))}
      </tbody>
    </table>
  )
  return wide ? <div className="overflow-x-auto min-[90rem]:overflow-x-visible">{table}</div> : table
}

type RowProps<Row> = TableProps<Row> & { row: Row }

function Row<Row>({ row, columns, keyOf, versionOf, isNew, choose }: RowProps<Row>) {
  const highlighted = useHighlight<HTMLTableRowElement>(versionOf?.(row), isNew?.(keyOf(row)))
  return (
    <tr ref={highlighted} data-row={keyOf(row)} className="border-line border-b align-top last:border-b-0">
      {choose && <td className="py-1 pl-3">{choose(row)}</td>}
      {columns.map(({ name, cell, right }, index) => {
        const content = cell(row)
        return index === 0 ? (
          <th key={name} scope="row" className="px-3 py-2.5 text-left font-normal">
            {content}
          </th>
        ) : (
          <td
            key={name}
            className={cx("px-3 py-2.5", right && "text-right tabular-nums")}
            translate={verbatim(content)}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}

function CardList<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, isNew, choose, chooseAll } = props
  const list = useSlideIn<HTMLUListElement>(rows.map(keyOf), isNew)
  return (
    <>
      {choose && chooseAll && <div className="border-line border-b px-4 py-1 text-sm">{chooseAll}</div>}
      <ul ref={list} aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <Card key={keyOf(row)} {...props} row={row} />
        ))}
      </ul>
    </>
  )
}

function Card<Row>(props: RowProps<Row>) {
  const { row, keyOf, versionOf, isNew, choose, card } = props
  const highlighted = useHighlight<HTMLLIElement>(versionOf?.(row), isNew?.(keyOf(row)))
  return (
    <li
      ref={highlighted}
      data-row={keyOf(row)}
      className={cx("flex items-start gap-3 px-4 text-sm", card ? denseCard : "py-3.5")}
    >
      {choose?.(row)}
      <div className="min-w-0 flex-1">{card ? <DenseCells {...props} /> : <TitledCells {...props} />}</div>
    </li>
  )
}

// A press anywhere in a dense card opens the row; what else can be pressed lies above.
const denseCard =
  "relative py-2.5 [&_[data-opens]]:min-h-0 [&_[data-opens]]:after:absolute [&_[data-opens]]:after:inset-0 [&_:is(label,summary)]:relative [&_:is(label,summary)]:z-1"

function DenseCells<Row>({ row, columns, card = [] }: RowProps<Row>) {
  const cells = card.flatMap((name) => columns.filter((column) => column.name === name))
  return cells.map((left, place) => {
    if (place % 2 === 1) return null
    const right = cells[place + 1]
    return (
      <div key={left.name} className="flex items-start justify-between gap-x-3 not-first:mt-1">
        <div className="min-w-0">
          <span className="sr-only">{left.title} </span>
          {left.cell(row)}
        </div>
        {right && (
          <div className="shrink-0 text-right">
            <span className="sr-only">{right.title} </span>
            {right.cell(row)}
          </div>
        )}
      </div>
    )
  })
}

function TitledCells<Row>({ row, columns }: RowProps<Row>) {
  const [first, ...others] = columns
  return (
    <>
      {first?.cell(row)}
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {others.map(({ name, title, cell, hideTitle }) => {
          const content = cell(row)
          return (
            <div key={name} className="contents">
              <dt className={cx("text-ink-soft text-xs", hideTitle && "sr-only")}>{title}</dt>
              <dd
                className={cx("min-w-0", hideTitle ? "col-span-2" : "text-right")}
                translate={verbatim(content)}
              >
                {content}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
