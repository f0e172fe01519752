import { expect, test } from "vitest"
import { joined } from "./use-live-rows"

const row = (id: string, version: number, createdAt: string) => ({ _id: id, version, createdAt })
const held = (...rows: { at: number; row: ReturnType<typeof row> }[]) =>
  new Map(rows.map((entry) => [entry.row._id, entry]))

test("a row changes in place, whichever of push and answer is the newer one", () => {
  const page = { askedAt: 10, rows: [row("b", 2, "2026-02"), row("a", 5, "2026-01")] }

  const { rows, waiting } = joined(
    page,
    held({ at: 12, row: row("b", 3, "2026-02") }, { at: 12, row: row("a", 4, "2026-01") }),
  )

  expect(rows.map(({ _id, version }) => [_id, version])).toEqual([
    ["b", 3],
    ["a", 5],
  ])
  expect(waiting).toBe(0)
})

test("only what is newer than the page and came after it was asked for waits", () => {
  const page = { askedAt: 10, rows: [row("b", 1, "2026-02")] }

  const { waiting } = joined(
    page,
    held(
      { at: 12, row: row("c", 1, "2026-03") },
      { at: 9, row: row("d", 1, "2026-03") },
      { at: 12, row: row("a", 9, "2026-01") },
    ),
  )

  expect(waiting).toBe(1)
})

test("on an empty page everything that comes waits", () => {
  expect(joined({ askedAt: 1, rows: [] }, held({ at: 2, row: row("a", 1, "2026-01") })).waiting).toBe(1)
})
