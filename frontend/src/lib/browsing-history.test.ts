import { expect, test } from "vitest"
import { clearRecent, recent, rememberRecent } from "./browsing-history"

test("the last five searches are kept, the newest first and each once", () => {
  for (const text of ["mala", "amethyst", "sphatik", "5 mukhi", "रुद्राक्ष", "Mala"])
    rememberRecent("recentSearches", text)

  expect(recent("recentSearches")).toEqual(["Mala", "रुद्राक्ष", "5 mukhi", "sphatik", "amethyst"])
})

test("what somebody else wrote into the browser's storage does no harm", () => {
  localStorage.setItem("recentSearches", '{"not": "a list"}')
  expect(recent("recentSearches")).toEqual([])
  localStorage.setItem("recentSearches", '[1, null, "mala"]')
  expect(recent("recentSearches")).toEqual(["mala"])
})

test("they can be forgotten", () => {
  rememberRecent("recentSearches", "mala")

  clearRecent("recentSearches")

  expect(recent("recentSearches")).toEqual([])
})

test("what was looked at last comes first, once", () => {
  for (const slug of ["a", "b", "a", "c"]) rememberRecent("recentlyViewed", slug)

  expect(recent("recentlyViewed")).toEqual(["c", "a", "b"])
})

test("only the last eight are kept", () => {
  for (let n = 1; n <= 12; n++) rememberRecent("recentlyViewed", `product-${n}`)

  expect(recent("recentlyViewed")).toHaveLength(8)
  expect(recent("recentlyViewed")[0]).toBe("product-12")
})

test.each(["{", "null", '{"a":1}', "[1, null]"])("a spoilt store (%s) is an empty list", (stored) => {
  localStorage.setItem("recentlyViewed", stored)

  expect(recent("recentlyViewed")).toEqual([])
})
