import { expect, test } from "vitest"
import { recentSlugs, rememberViewed } from "./recently-viewed-slugs"

test("what was looked at last comes first, once", () => {
  for (const slug of ["a", "b", "a", "c"]) rememberViewed(slug)

  expect(recentSlugs()).toEqual(["c", "a", "b"])
})

test("only the last eight are kept", () => {
  for (let n = 1; n <= 12; n++) rememberViewed(`product-${n}`)

  expect(recentSlugs()).toHaveLength(8)
  expect(recentSlugs()[0]).toBe("product-12")
})

test.each(["{", "null", '{"a":1}', "[1, null]"])("a spoilt store (%s) is an empty list", (stored) => {
  localStorage.setItem("recentlyViewed", stored)

  expect(recentSlugs()).toEqual([])
})
