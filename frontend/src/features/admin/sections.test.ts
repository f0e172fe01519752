import { expect, test } from "vitest"
import { sectionAt, sections } from "./sections"

test.each([
  ["/admin", "dashboard"],
  ["/admin/orders", "orders"],
  ["/admin/order-management", "management"],
  ["/admin/products/new", "products"],
  ["/admin/transactions", "transactions"],
])("%s selects the tab %s only", (path, name) => {
  expect(sectionAt(path)?.name).toBe(name)
})

test("a path that only begins like a section's has no tab", () => {
  expect(sectionAt("/admin/ordersome")).toBeUndefined()
  expect(sectionAt("/admin/unknown")).toBeUndefined()
})

test("order management and transactions have tabs of their own", () => {
  const names = sections.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["orders", "management", "transactions"]))
})
