import { expect, test } from "vitest"
import { readPage } from "./read-page"

test.each([
  ["", 1],
  ["page=1", 1],
  ["page=7", 7],
  ["page=0", 1],
  ["page=-3", 1],
  ["page=2.5", 1],
  ["page=x", 1],
  ["page=1e9", 1],
])("?%s is page %i", (address, page) => {
  expect(readPage(new URLSearchParams(address))).toBe(page)
})

test("a page above the list's limit is ignored", () => {
  expect(readPage(new URLSearchParams("page=10001"), 10_000)).toBe(1)
})
