import { newest } from "@/lib/versioned"

/**
 * The state of a paged list that changes live, and the view of it: pure functions; `use-live-list.ts` runs them.
 *
 * Pushed rows are held beside the fetched page and never merged into it. A push and a response may overtake each
 * other; held apart, the view is computed from both at any moment, in whatever order they arrived, and of each row the
 * newest version is shown. Times are milliseconds of the page's own clock.
 *
 * Topics that do not push rows one by one do without it. A snapshot (support queue, timeline, exports, the customer's
 * orders) replaces a query's whole data by `useTopic`, and the answer to its subscription is one already. Lists whose
 * rows leave the page when they change (cases, webhook messages, claims, reviews) are refetched: `useRefetchingTopic`.
 */

export type LiveRow = { _id: string; version: number }

export type Page<Row> = {
  rows: readonly Row[]
  /** Time of the request (performance.now()). */
  askedAt: number
  /** True with filters: then only the server knows the rows that belong to it. */
  filtered: boolean
  pagination: { page: number; limit: number; total: number; totalPages: number; hasMore?: boolean }
}

/** Rules by which a list takes in new rows and figures. */
export type ListRules<Row, Figures> = {
  /** Order by which new rows enter the first page at once; without it they appear with a refetch. */
  order?: (a: Row, b: Row) => number
  /** The number of all rows, by the figures over them. */
  totalOf: (figures: Figures) => number
}

/** The newest version of a pushed row, and when it was pushed first and last. */
type Arrival<Row> = { row: Row; firstAt: number; lastAt: number }
type Arrivals<Row> = ReadonlyMap<string, Arrival<Row>>

/** Rows and figures that were pushed since the page was requested. */
export type LiveList<Row, Figures> = {
  arrivals: Arrivals<Row>
  /** The newest figures over all rows, whatever filters the page has. */
  pushed: { figures: Figures; at: number } | null
  /** New rows that came up to now are shown; later ones wait and are counted. */
  admittedUntil: number
}

export const emptyList = { arrivals: new Map(), pushed: null, admittedUntil: 0 }

export type LiveListEvent<Row, Figures> =
  | {
      type: "pushed"
      rows: readonly { id: string; row: Row }[]
      figures?: Figures
      at: number
      page?: Page<Row>
      /** Show new rows at once. */
      admit: boolean
      order?: ListRules<Row, Figures>["order"]
    }
  | { type: "admitted"; at: number }

/** Longest expected time of a request: rows pushed meanwhile may be missing in its response. */
const KEPT_MS = 30_000

export function liveListReducer<Row extends LiveRow, Figures>(
  list: LiveList<Row, Figures>,
  event: LiveListEvent<Row, Figures>,
): LiveList<Row, Figures> {
  if (event.type === "admitted") return { ...list, admittedUntil: event.at }
  const { rows, figures, at, page, admit, order } = event
  // Rows pushed before the page was requested are in it.
  const arrivals = new Map([...list.arrivals].filter(([, { lastAt }]) => lastAt >= (page?.askedAt ?? 0)))
  for (const { id, row } of rows) {
    const before = arrivals.get(id)
    arrivals.set(id, { row: newest(before?.row, row), firstAt: before?.firstAt ?? at, lastAt: at })
  }
  return {
    arrivals: page && (admit || !order) ? displayable(arrivals, page, at, order) : arrivals,
    pushed: figures === undefined ? list.pushed : { figures, at },
    admittedUntil: admit ? at : list.admittedUntil,
  }
}

/** Drop rows that the page does not show and no response in flight can miss: a list may stay open all day. */
function displayable<Row extends LiveRow>(
  arrivals: Arrivals<Row>,
  page: Page<Row>,
  at: number,
  order: ((a: Row, b: Row) => number) | undefined,
): Arrivals<Row> {
  const first = order ? [...arrivals.values()].map(({ row }) => row).sort(order) : []
  const shown = new Set([...page.rows, ...first.slice(0, page.pagination.limit)].map(({ _id }) => _id))
  return new Map([...arrivals].filter(([id, { lastAt }]) => shown.has(id) || lastAt >= at - KEPT_MS))
}

/** Compute what is shown from a page and what was pushed since. */
export function viewOf<Row extends LiveRow, Figures>(
  page: Page<Row>,
  { arrivals, pushed, admittedUntil }: LiveList<Row, Figures>,
  { order, totalOf }: ListRules<Row, Figures>,
) {
  const figures = pushed && pushed.at >= page.askedAt ? pushed.figures : undefined
  const { limit, page: number, totalPages } = page.pagination
  const total = figures !== undefined && !page.filtered ? totalOf(figures) : page.pagination.total
  const rows = page.rows.map((row) => newest(arrivals.get(row._id)?.row, row))
  const view = {
    rows,
    /** New rows that are not shown yet. */
    waiting: 0,
    /** The figures over all rows, if they are newer than the page. */
    figures,
    // Without insertion the rows, and so the number of pages, stay as fetched until a refetch.
    pagination: {
      ...page.pagination,
      total,
      totalPages: order ? Math.max(1, Math.ceil(total / limit)) : totalPages,
    },
  }
  if (page.filtered) return view
  if (!order || number > 1) {
    const isOffered = order || number === 1
    return { ...view, waiting: isOffered ? Math.max(0, total - page.pagination.total) : 0 }
  }
  const fresh = newArrivals(page, arrivals, order)
  const admitted = fresh.filter(({ firstAt }) => firstAt <= admittedUntil).map(({ row }) => row)
  const shown = [...admitted, ...rows].sort(order).slice(0, limit)
  const last = shown.length === limit ? shown.at(-1) : undefined
  // A row that was admitted before and has left the page since is not new when it changes.
  const waits = ({ firstAt, row }: Arrival<Row>) => firstAt > admittedUntil && !(last && order(row, last) > 0)
  return { ...view, rows: shown, waiting: fresh.filter(waits).length }
}

/** Rows that belong to the first page but came after it was requested. */
function newArrivals<Row extends LiveRow>(
  page: Page<Row>,
  arrivals: Arrivals<Row>,
  order: (a: Row, b: Row) => number,
): Arrival<Row>[] {
  const known = new Set(page.rows.map(({ _id }) => _id))
  const last = page.rows.length >= page.pagination.limit ? page.rows.at(-1) : undefined
  return [...arrivals.values()].filter(
    ({ row, firstAt }) => !known.has(row._id) && firstAt >= page.askedAt && !(last && order(row, last) > 0),
  )
}
