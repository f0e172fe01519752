import { expect, test } from "vitest"
import { changesOf } from "./changes"

test("fields on either side are told with what they were and are", () => {
  expect(changesOf({ status: "pending", gone: 1 }, { status: "confirmed", fresh: true })).toEqual([
    { path: ["status"], before: "pending", after: "confirmed" },
    { path: ["gone"], before: 1, after: undefined },
    { path: ["fresh"], before: undefined, after: true },
  ])
})

test("of a group of fields only those that changed are told", () => {
  const before = { seo: { metaTitle: { en: "Bead", hi: "मनका" }, keywords: ["a"] } }
  const after = { seo: { metaTitle: { en: "Beads", hi: "मनका" }, keywords: ["a"] } }

  expect(changesOf(before, after)).toEqual([
    { path: ["seo", "metaTitle", "en"], before: "Bead", after: "Beads" },
  ])
})

test("nothing that stays nothing is no change", () => {
  expect(changesOf({ reason: "", parent: null }, { reason: null, keywords: [], filters: {} })).toEqual([])
})
