import { describe, expect, it } from "vitest"
import { emptyList, type LiveList, type LiveListEvent, liveListReducer, type Page, viewOf } from "./live-list"

type Row = { _id: string; version: number; status: string; at: number }
type Figures = { count: number }
type List = LiveList<Row, Figures>

const newestFirst = (a: Row, b: Row) => b.at - a.at
const totalOf = ({ count }: Figures) => count

/** A row created in the n-th minute. */
const row = (minute: number, version = 1, status = "PENDING"): Row => ({
  _id: `TXN${minute}`,
  version,
  status,
  at: minute,
})

type PageOptions = { askedAt?: number; total?: number; number?: number; filtered?: boolean }

const page = (
  rows: Row[],
  { askedAt = 100, total = rows.length, number = 1, filtered = false }: PageOptions = {},
): Page<Row> => ({
  rows,
  askedAt,
  filtered,
  pagination: { page: number, limit: 3, total, totalPages: Math.ceil(total / 3) },
})

type Pushed = { rows?: Row[]; figures?: Figures; at: number; page?: Page<Row>; admit?: boolean }

const reduce = (order: typeof newestFirst | undefined, pushes: Pushed[]): List =>
  pushes.reduce<List>((list, { rows = [], admit = false, ...rest }) => {
    const upserts = rows.map((changed) => ({ id: changed._id, row: changed }))
    return liveListReducer(list, {
      type: "pushed",
      rows: upserts,
      admit,
      order,
      ...rest,
    } satisfies LiveListEvent<Row, Figures>)
  }, emptyList)

/** The state of a list that inserts new rows, after these pushes. */
const pushed = (...pushes: Pushed[]) => reduce(newestFirst, pushes)
const shown = (of: Page<Row>, list: List) => viewOf(of, list, { order: newestFirst, totalOf })

const ids = (rows: readonly Row[]) => rows.map(({ _id }) => _id)

describe("a row of the page", () => {
  it("changes in place", () => {
    const list = pushed({ rows: [row(1, 2, "SUCCESS")], at: 200 })

    const view = shown(page([row(2), row(1)]), list)

    expect(view.rows.map(({ _id, status }) => [_id, status])).toEqual([
      ["TXN2", "PENDING"],
      ["TXN1", "SUCCESS"],
    ])
    expect(view.waiting).toBe(0)
  })

  it("is never overwritten by an older push", () => {
    const list = pushed({ rows: [row(1, 3, "SUCCESS")], at: 200 }, { rows: [row(1, 2, "PENDING")], at: 201 })

    expect(shown(page([row(1)]), list).rows[0]?.status).toBe("SUCCESS")
  })

  it("is never overwritten by a response computed before the push", () => {
    const list = pushed({ rows: [row(1, 2, "SUCCESS")], at: 90 })

    expect(shown(page([row(1, 1)], { askedAt: 80 }), list).rows[0]?.status).toBe("SUCCESS")
  })

  it("takes the response when that is newer", () => {
    const list = pushed({ rows: [row(1, 2, "PENDING")], at: 90 })

    expect(shown(page([row(1, 3, "SUCCESS")]), list).rows[0]?.status).toBe("SUCCESS")
  })

  it("changes on later pages and on filtered ones, too", () => {
    const list = pushed({ rows: [row(1, 2, "SUCCESS")], at: 200 })

    expect(shown(page([row(1)], { number: 2 }), list).rows[0]?.status).toBe("SUCCESS")
    expect(shown(page([row(1)], { filtered: true }), list).rows[0]?.status).toBe("SUCCESS")
  })
})

describe("a new row", () => {
  it("is counted until it is admitted", () => {
    const list = pushed({ rows: [row(9)], at: 200 })

    const before = shown(page([row(2), row(1)]), list)
    const then = shown(page([row(2), row(1)]), liveListReducer(list, { type: "admitted", at: 300 }))

    expect([ids(before.rows), before.waiting]).toEqual([["TXN2", "TXN1"], 1])
    expect([ids(then.rows), then.waiting]).toEqual([["TXN9", "TXN2", "TXN1"], 0])
  })

  it("stays once admitted, while later ones wait", () => {
    const list = pushed(
      { rows: [row(8)], at: 200, admit: true },
      { rows: [row(9), row(8, 2, "SUCCESS")], at: 300 },
    )

    const view = shown(page([row(1)]), list)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN8", "TXN1"], 1])
    expect(view.rows[0]?.status).toBe("SUCCESS")
  })

  it("removes the oldest row of a full page", () => {
    const list = pushed({ rows: [row(9)], at: 200, admit: true })

    expect(ids(shown(page([row(3), row(2), row(1)]), list).rows)).toEqual(["TXN9", "TXN3", "TXN2"])
  })

  it("is not a changed row of a later page", () => {
    const list = pushed({ rows: [row(1, 2, "EXPIRED")], at: 200, admit: true })

    const view = shown(page([row(4), row(3), row(2)], { total: 4 }), list)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN4", "TXN3", "TXN2"], 0])
  })

  it("is not counted when a page requested later contains it", () => {
    const list = pushed({ rows: [row(9)], at: 200 })

    expect(shown(page([row(9), row(1)], { askedAt: 250 }), list).waiting).toBe(0)
  })

  it("is counted by the figures on later pages", () => {
    const list = pushed({ rows: [row(9)], figures: { count: 6 }, at: 200 })

    expect(shown(page([row(1)], { total: 4, number: 2 }), list).waiting).toBe(2)
  })

  it("needs a refetch while filters are set", () => {
    const list = pushed({ rows: [row(9)], at: 200, admit: true })

    const view = shown(page([row(1)], { filtered: true }), list)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN1"], 0])
  })
})

describe("figures", () => {
  it("follow the pushes, and the number of pages follows them", () => {
    const list = pushed({ figures: { count: 7 }, at: 200 })

    const view = shown(page([row(3), row(2), row(1)]), list)

    expect([view.figures, view.pagination.total, view.pagination.totalPages]).toEqual([{ count: 7 }, 7, 3])
  })

  it("are the page's own when it was requested after the push", () => {
    const list = pushed({ figures: { count: 7 }, at: 90 })

    const view = shown(page([row(1)], { total: 8 }), list)

    expect([view.figures, view.pagination.total]).toEqual([undefined, 8])
  })

  it("do not change the total of a filtered page", () => {
    const list = pushed({ figures: { count: 700 }, at: 200 })

    const view = shown(page([row(1)], { filtered: true }), list)

    expect(view.pagination.total).toBe(1)
  })
})

describe("pushed rows", () => {
  it("are dropped once a page requested later contains them", () => {
    const list = pushed(
      { rows: [row(1, 2)], at: 100 },
      { rows: [row(2, 2)], at: 200, page: page([], { askedAt: 150 }) },
    )

    expect([...list.arrivals.keys()]).toEqual(["TXN2"])
  })

  it("stay few when all new rows are admitted, and one that has left the page is not new again", () => {
    const first = page([row(0)])
    const day = Array.from({ length: 300 }, (_, minute) => ({
      rows: [row(minute + 1)],
      at: 200 + minute * 1_000,
      page: first,
      admit: true,
    }))
    const list = pushed(...day, { rows: [row(7, 2, "EXPIRED")], at: 900_000, page: first })

    const view = shown(first, list)

    expect([ids(view.rows), view.waiting]).toEqual([["TXN300", "TXN299", "TXN298"], 0])
    expect(list.arrivals.size).toBeLessThan(40)
  })
})

describe("a list that does not insert new rows", () => {
  const view = (of: Page<Row>, ...pushes: Pushed[]) => viewOf(of, reduce(undefined, pushes), { totalOf })

  it("counts them on the first page, by the figures", () => {
    const push = { rows: [row(9)], figures: { count: 3 }, at: 200 }

    expect([ids(view(page([row(1)]), push).rows), view(page([row(1)]), push).waiting]).toEqual([["TXN1"], 2])
    expect(view(page([row(1)], { number: 2 }), push).waiting).toBe(0)
  })

  it("keeps its number of pages until a refetch", () => {
    const push = { figures: { count: 7 }, at: 200 }

    expect(view(page([row(1)]), push).pagination).toMatchObject({ total: 7, totalPages: 1 })
  })

  it("holds rows that the page does not show only while a response may be in flight", () => {
    const first = page([row(1)], { askedAt: 10 })
    const list = reduce(undefined, [
      { rows: [row(2)], at: 9 },
      { rows: [row(1, 2), row(3)], at: 11 },
      { rows: [row(4)], at: 59_000 },
      { rows: [row(5)], at: 60_000, page: first },
    ])

    expect([...list.arrivals.keys()]).toEqual(["TXN1", "TXN4", "TXN5"])
  })
})
