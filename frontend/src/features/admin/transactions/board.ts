import type { Push as RowsPush } from "@/features/admin/shared/table/use-live-rows"
import { newest } from "@/lib/versioned"
import type { Statistics, TransactionPage, TransactionRow } from "./queries"
import { countFilters } from "./transaction-filters"

/** What the live topic of the board carries; the statistics are over all transactions, whatever filters this page has. */
export type Push = RowsPush<TransactionRow> & { statistics?: Statistics }

type Arrival = { row: TransactionRow; firstAt: number; lastAt: number }

/**
 * Pushed rows since the page was requested, held beside the page and never merged into it.
 *
 * A push and a response may overtake each other; held apart, the view is computed from both at any moment,
 * in whatever order they arrived. Times are milliseconds of the page's own clock.
 */
export type Board = {
  arrivals: ReadonlyMap<string, Arrival>
  statistics: { figures: Statistics; at: number } | null
  /** New rows that came up to now are let in; later ones wait and are counted. */
  admittedUntil: number
}

/** Longest expected time of a request: rows pushed meanwhile may be missing in its response. */
const KEPT_MS = 30_000

export const emptyBoard: Board = { arrivals: new Map(), statistics: null, admittedUntil: 0 }

export type BoardEvent =
  /** `page`: the shown one; rows pushed before it was requested are in it. */
  | { type: "pushed"; push: Push; at: number; page?: TransactionPage; admit: boolean }
  | { type: "admitted"; at: number }

export function boardReducer(board: Board, event: BoardEvent): Board {
  if (event.type === "admitted") return { ...board, admittedUntil: event.at }
  const { push, at, page, admit } = event
  const arrivals = push.rows?.length
    ? withRows(board.arrivals, push.rows, at, page?.askedAt ?? 0)
    : board.arrivals
  return {
    arrivals: admit && page ? showable(arrivals, page, at) : arrivals,
    statistics: push.statistics ? { figures: push.statistics, at } : board.statistics,
    admittedUntil: admit ? at : board.admittedUntil,
  }
}

function withRows(
  held: Board["arrivals"],
  rows: NonNullable<Push["rows"]>,
  at: number,
  askedAt: number,
): Board["arrivals"] {
  const arrivals = new Map([...held].filter(([, arrival]) => arrival.lastAt >= askedAt))
  for (const { id, row } of rows) {
    const before = arrivals.get(id)
    arrivals.set(id, { row: newest(before?.row, row), firstAt: before?.firstAt ?? at, lastAt: at })
  }
  return arrivals
}

/** When all new rows are shown, drop those that have left the page: a board may stay open all day. */
function showable(arrivals: Board["arrivals"], page: TransactionPage, at: number): Board["arrivals"] {
  const limit = page.pagination.limit
  if (arrivals.size <= 2 * limit) return arrivals
  const known = new Set(page.transactions.map(({ _id }) => _id))
  const newestRows = [...arrivals.values()].map(({ row }) => row).sort(newestFirst)
  const top = new Set(newestRows.slice(0, limit).map(({ _id }) => _id))
  return new Map(
    [...arrivals].filter(([id, { lastAt }]) => known.has(id) || top.has(id) || lastAt >= at - KEPT_MS),
  )
}

export type BoardView = {
  rows: TransactionRow[]
  /** New transactions that wait to be let in. */
  waiting: number
  statistics: Statistics
  totalTransactions: number
  totalPages: number
}

/** Compute the view from a page and the rows pushed since. */
export function viewOf(page: TransactionPage, board: Board): BoardView {
  const plain = countFilters(page.filters) === 0
  const { limit, page: number } = page.pagination
  const pushed = plain && board.statistics && board.statistics.at >= page.askedAt ? board.statistics : null
  const statistics = pushed?.figures ?? page.statistics
  const totalTransactions = plain ? statistics.totalTransactions : page.pagination.totalTransactions
  const rows = page.transactions.map((row) => {
    const arrival = board.arrivals.get(row._id)
    return arrival ? newest(row, arrival.row) : row
  })
  const whole = {
    rows,
    statistics,
    totalTransactions,
    totalPages: Math.max(1, Math.ceil(totalTransactions / limit)),
  }
  if (!plain) return { ...whole, waiting: 0 }
  if (number > 1) {
    return { ...whole, waiting: Math.max(0, totalTransactions - page.pagination.totalTransactions) }
  }
  const fresh = newOnes(page, board)
  const admitted = fresh.filter(({ firstAt }) => firstAt <= board.admittedUntil).map(({ row }) => row)
  const shown = [...admitted, ...rows].sort(newestFirst).slice(0, limit)
  const last = shown.length === limit ? shown.at(-1) : undefined
  // What was let in before and pushed off the page is not new when it changes.
  const waits = ({ firstAt, row }: Arrival) =>
    firstAt > board.admittedUntil && !(last && newestFirst(row, last) > 0)
  return { ...whole, rows: shown, waiting: fresh.filter(waits).length }
}

/** Rows that belong to the first page but came after it was requested. */
function newOnes(page: TransactionPage, board: Board): Arrival[] {
  const known = new Set(page.transactions.map(({ _id }) => _id))
  const last = page.transactions.at(-1)
  const full = page.transactions.length >= page.pagination.limit
  const since = last && full ? Date.parse(last.initiatedAt) : Number.NEGATIVE_INFINITY
  return [...board.arrivals].flatMap(([id, arrival]) =>
    !known.has(id) && arrival.firstAt >= page.askedAt && Date.parse(arrival.row.initiatedAt) >= since
      ? [arrival]
      : [],
  )
}

const newestFirst = (a: TransactionRow, b: TransactionRow) =>
  Date.parse(b.initiatedAt) - Date.parse(a.initiatedAt)
