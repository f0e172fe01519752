import { expect, test } from "vitest"
import admin from "@/i18n/en/admin.json"
import { groupsOf, sectionAt, sections, sectionsFor } from "./sections"

test.each([
  ["/admin", "dashboard"],
  ["/admin/orders", "orders"],
  ["/admin/order-management", "management"],
  ["/admin/products/new", "products"],
  ["/admin/transactions", "transactions"],
])("%s selects the section %s only", (path, name) => {
  expect(sectionAt(path)?.name).toBe(name)
})

test("a path that only begins like a section's has none", () => {
  expect(sectionAt("/admin/ordersome")).toBeUndefined()
  expect(sectionAt("/admin/unknown")).toBeUndefined()
})

test("order management and transactions are sections of their own", () => {
  const names = sections.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["orders", "management", "transactions"]))
})

test("groups without a permitted section are left out, and the order stays", () => {
  const groups = groupsOf(sectionsFor(["reviews:read", "cases", "audit"]))

  expect(groups.map(({ group, sections }) => [group, sections.map(({ name }) => name)])).toEqual([
    ["today", ["cases"]],
    ["shop", ["reviews"]],
    ["people", ["audit"]],
  ])
})

test("the rail's groups are Today, Shop, Money, People and Settings, in this order", () => {
  const named = groupsOf(sections).map(({ group }) => admin.groups[group])

  expect(named).toEqual(["Today", "Shop", "Money", "People", "Settings"])
})

test("who may not see the dashboard starts at the first section of their work", () => {
  expect(sectionsFor(["catalogue", "reviews:read"])[0]?.name).toBe("products")
  expect(sectionsFor(["orders:read", "transactions", "support"])[0]?.name).toBe("support")
})

test("with the rights of support one sees these pages and no others", () => {
  const mine = sectionsFor([
    "orders:read",
    "orders:write",
    "transactions",
    "cases",
    "reviews:read",
    "support",
  ])

  expect(mine.map(({ name }) => name)).toEqual([
    ...["support", "contact", "orders", "management", "claims", "transactions", "cases"],
    ...["reviews", "disputes", "webhooks"],
  ])
})
