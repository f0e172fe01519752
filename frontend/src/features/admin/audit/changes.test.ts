import { expect, test } from "vitest"
import { changesOf } from "./changes"

test("fields of either side are listed with their old and new values", () => {
  expect(changesOf({ status: "pending", gone: 1 }, { status: "confirmed", fresh: true })).toEqual([
    { path: ["status"], before: "pending", after: "confirmed" },
    { path: ["gone"], before: 1, after: undefined },
    { path: ["fresh"], before: undefined, after: true },
  ])
})

test("only the changed fields of a group are listed", () => {
  const before = { seo: { metaTitle: { en: "Bead", hi: "मनका" }, keywords: ["a"] } }
  const after = { seo: { metaTitle: { en: "Beads", hi: "मनका" }, keywords: ["a"] } }

  expect(changesOf(before, after)).toEqual([
    { path: ["seo", "metaTitle", "en"], before: "Bead", after: "Beads" },
  ])
})

test("empty values on both sides are no change", () => {
  expect(changesOf({ reason: "", parent: null }, { reason: null, keywords: [], filters: {} })).toEqual([])
})
