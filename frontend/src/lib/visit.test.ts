import { expect, test } from "vitest"
import { isShopPage, placeAt } from "./visit"

test.each([
  ["/", null],
  ["/products", null],
  ["/products/rudraksha-5-mukhi", "product"],
  ["/product/P123", "product"],
  ["/cart", "cart"],
  ["/checkout", "checkout"],
  ["/confirmation/TXN1", null],
])("%s is counted in the place %s", (path, place) => {
  expect(placeAt(path)).toBe(place)
})

test.each([
  ["/", true],
  ["/wallet", true],
  ["/administration", true],
  ["/admin", false],
  ["/admin/live", false],
  ["/wall", false],
])("%s is a page of the shop: %s", (path, yes) => {
  expect(isShopPage(path)).toBe(yes)
})
