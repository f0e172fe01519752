import { describe, expect, it } from "vitest"
import { type Board, type BoardEvent, boardReducer, emptyBoard, type Push, viewOf } from "./board"
import type { Statistics, TransactionPage, TransactionRow } from "./queries"
import { noFilters, type TransactionFilters } from "./transaction-filters"

/** A transaction begun in the n-th minute of the day. */
function row(minute: number, version = 1, status: TransactionRow["status"] = "PENDING"): TransactionRow {
  const id = `TXN${minute}`
  return {
    _id: id,
    transactionId: id,
    merchantTransactionId: id,
    orderId: `AKS-${minute}`,
    customerName: "Asha",
    customerEmail: "asha@example.org",
    amount: 100,
    currency: "INR",
    status,
    paymentMethod: "UPI",
    gateway: "PhonePe",
    initiatedAt: new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString(),
    refundedAmount: 0,
    refundingAmount: 0,
    refundableAmount: 0,
    inReview: false,
    version,
  }
}

const figures = (totalTransactions: number): Statistics => ({
  totalTransactions,
  totalAmount: 0,
  successfulTransactions: 0,
  successRate: 0,
  failedTransactions: 0,
  pendingTransactions: 0,
  cancelledTransactions: 0,
  expiredTransactions: 0,
  successfulAmount: 0,
  netAmount: 0,
  averageTransactionAmount: 0,
})

type PageOptions = { askedAt?: number; total?: number; filters?: Partial<TransactionFilters> }

function page(
  rows: TransactionRow[],
  { askedAt = 100, total = rows.length, filters = {} }: PageOptions = {},
) {
  const wanted = { ...noFilters, ...filters }
  return {
    transactions: rows,
    pagination: { page: wanted.page, limit: 3, totalPages: Math.ceil(total / 3), totalTransactions: total },
    statistics: figures(total),
    filters: wanted,
    askedAt,
  } satisfies TransactionPage
}

const upserts = (...rows: TransactionRow[]): Push => ({
  rows: rows.map((changed) => ({ id: changed._id, version: changed.version, row: changed })),
})

type Pushed = { push: Push; at: number; page?: TransactionPage; admit?: boolean }

const pushed = (...pushes: Pushed[]): Board =>
  pushes.reduce(
    (board, { admit = false, ...rest }) =>
      boardReducer(board, { type: "pushed", admit, ...rest } satisfies BoardEvent),
    emptyBoard,
  )

const ids = (rows: readonly TransactionRow[]) => rows.map(({ _id }) => _id)

describe("a row on the screen", () => {
  it("changes in place", () => {
    const board = pushed({ push: upserts(row(1, 2, "SUCCESS")), at: 200 })

    const view = viewOf(page([row(2), row(1)]), board)

    expect(view.rows.map(({ _id, status }) => [_id, status])).toEqual([
      ["TXN2", "PENDING"],
      ["TXN1", "SUCCESS"],
    ])
    expect(view.waiting).toBe(0)
  })

  it("is never overwritten by an older push", () => {
    const board = pushed(
      { push: upserts(row(1, 3, "SUCCESS")), at: 200 },
      { push: upserts(row(1, 2, "PENDING")), at: 201 },
    )

    expect(viewOf(page([row(1)]), board).rows[0]?.status).toBe("SUCCESS")
  })

  it("is never overwritten by an answer that was made before the push", () => {
    const board = pushed({ push: upserts(row(1, 2, "SUCCESS")), at: 90 })

    expect(viewOf(page([row(1, 1)], { askedAt: 80 }), board).rows[0]?.status).toBe("SUCCESS")
  })

  it("takes the answer when that is the newer one", () => {
    const board = pushed({ push: upserts(row(1, 2, "PENDING")), at: 90 })

    expect(viewOf(page([row(1, 3, "SUCCESS")]), board).rows[0]?.status).toBe("SUCCESS")
  })

  it("changes on later pages and under filters too", () => {
    const board = pushed({ push: upserts(row(1, 2, "SUCCESS")), at: 200 })

    expect(viewOf(page([row(1)], { filters: { page: 2 } }), board).rows[0]?.status).toBe("SUCCESS")
    expect(viewOf(page([row(1)], { filters: { status: "PENDING" } }), board).rows[0]?.status).toBe("SUCCESS")
  })
})

describe("a new row", () => {
  it("is counted until it is let in", () => {
    const board = pushed({ push: upserts(row(9)), at: 200 })

    const before = viewOf(page([row(2), row(1)]), board)
    const then = viewOf(page([row(2), row(1)]), boardReducer(board, { type: "admitted", at: 300 }))

    expect([ids(before.rows), before.waiting]).toEqual([["TXN2", "TXN1"], 1])
    expect([ids(then.rows), then.waiting]).toEqual([["TXN9", "TXN2", "TXN1"], 0])
  })

  it("stays once it was let in, though later ones wait", () => {
    const board = pushed(
      { push: upserts(row(8)), at: 200, admit: true },
      { push: upserts(row(9), row(8, 2, "SUCCESS")), at: 300 },
    )

    const view = viewOf(page([row(1)]), board)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN8", "TXN1"], 1])
    expect(view.rows[0]?.status).toBe("SUCCESS")
  })

  it("pushes the oldest off a full page", () => {
    const board = pushed({ push: upserts(row(9)), at: 200, admit: true })

    expect(ids(viewOf(page([row(3), row(2), row(1)]), board).rows)).toEqual(["TXN9", "TXN3", "TXN2"])
  })

  it("is not an old one from a later page that changed", () => {
    const board = pushed({ push: upserts(row(1, 2, "EXPIRED")), at: 200, admit: true })

    const view = viewOf(page([row(4), row(3), row(2)], { total: 4 }), board)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN4", "TXN3", "TXN2"], 0])
  })

  it("is not counted twice when the page, asked for later, has it", () => {
    const board = pushed({ push: upserts(row(9)), at: 200 })

    expect(viewOf(page([row(9), row(1)], { askedAt: 250 }), board).waiting).toBe(0)
  })

  it("waits on later pages, counted by the figures", () => {
    const board = pushed({ push: { ...upserts(row(9)), statistics: figures(6) }, at: 200 })

    expect(viewOf(page([row(1)], { total: 4, filters: { page: 2 } }), board).waiting).toBe(2)
  })

  it("is left to the next answer while filters are set", () => {
    const board = pushed({ push: upserts(row(9)), at: 200, admit: true })

    const view = viewOf(page([row(1)], { filters: { search: "asha" } }), board)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN1"], 0])
  })
})

describe("the figures", () => {
  it("follow the pushes, and the number of pages follows them", () => {
    const board = pushed({ push: { statistics: figures(7) }, at: 200 })

    const view = viewOf(page([row(3), row(2), row(1)]), board)

    expect([view.statistics.totalTransactions, view.totalTransactions, view.totalPages]).toEqual([7, 7, 3])
  })

  it("are the page's own when it was asked for after the push", () => {
    const board = pushed({ push: { statistics: figures(7) }, at: 90 })

    expect(viewOf(page([row(1)], { total: 8 }), board).statistics.totalTransactions).toBe(8)
  })

  it("are the page's own while filters are set", () => {
    const board = pushed({ push: { statistics: figures(700) }, at: 200 })

    const view = viewOf(page([row(1)], { filters: { status: "PENDING" } }), board)

    expect([view.statistics.totalTransactions, view.totalTransactions]).toEqual([1, 1])
  })
})

describe("what the link brought", () => {
  it("is forgotten once a page asked for later holds it", () => {
    const board = pushed(
      { push: upserts(row(1, 2)), at: 100 },
      { push: upserts(row(2, 2)), at: 200, page: page([], { askedAt: 150 }) },
    )

    expect([...board.arrivals.keys()]).toEqual(["TXN2"])
  })

  it("stays small where all that is new is let in, and what has left the page is not new again", () => {
    const shown = page([row(0)])
    const day = Array.from({ length: 300 }, (_, minute) => ({
      push: upserts(row(minute + 1)),
      at: 200 + minute * 1_000,
      page: shown,
      admit: true,
    }))
    const board = pushed(...day, { push: upserts(row(7, 2, "EXPIRED")), at: 900_000, page: shown })

    const view = viewOf(shown, board)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN300", "TXN299", "TXN298"], 0])
    expect(board.arrivals.size).toBeLessThan(40)
  })
})
