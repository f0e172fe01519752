import { expect, test } from "vitest"
import { joined, withRows } from "./use-live-rows"

const row = (id: string, version: number) => ({ _id: id, version })
const held = (...rows: { at: number; row: ReturnType<typeof row> }[]) =>
  new Map(rows.map((entry) => [entry.row._id, entry]))

test("a row changes in place, whichever of push and answer is the newer one", () => {
  const page = { askedAt: 10, rows: [row("b", 2), row("a", 5)] }

  const rows = joined(page, held({ at: 12, row: row("b", 3) }, { at: 12, row: row("a", 4) }))

  expect(rows.map(({ _id, version }) => [_id, version])).toEqual([
    ["b", 3],
    ["a", 5],
  ])
})

test("what the page does not show is kept only while an answer may still be on its way", () => {
  const page = { askedAt: 10, rows: [row("shown", 1)] }
  const before = held(
    { at: 9, row: row("in the page", 1) },
    { at: 11, row: row("shown", 2) },
    { at: 11, row: row("long ago", 1) },
    { at: 59_000, row: row("just now", 1) },
  )

  const now = withRows(before, page, [{ id: "new", row: row("new", 1) }], 60_000)

  expect([...now.keys()]).toEqual(["shown", "just now", "new"])
})
