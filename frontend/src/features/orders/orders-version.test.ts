import { expect, test } from "vitest"
import { isStale, type OrdersPage } from "./queries"

const page = (version: number) => ({ version }) as OrdersPage

test.each([
  [undefined, page(2), false],
  [page(1), page(2), true],
  [page(2), page(2), false],
  [page(3), page(2), false],
])("a later page is read again when the list has changed since", (shown, first, stale) => {
  expect(isStale(shown, first)).toBe(stale)
})
