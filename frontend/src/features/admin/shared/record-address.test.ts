import { expect, test } from "vitest"
import { recordAddress } from "./record-address"

test("the address finds the record and opens its dialog, whatever characters its id has", () => {
  const [path, query] = recordAddress("/admin/orders", "order", "A&B 1").split("?")

  expect(path).toBe("/admin/orders")
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ search: "A&B 1", order: "A&B 1" })
})
