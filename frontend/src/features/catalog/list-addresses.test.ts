import { expect, test } from "vitest"
import { listAddresses } from "./list-addresses"
import { readFilters } from "./list-filters"

const addresses = (query: string, totalPages = 3) =>
  listAddresses("/products", readFilters(new URLSearchParams(query)), totalPages)

test("a filtered list points to the whole one and a further page to itself", () => {
  expect(addresses("sortBy=price-low&minPrice=100").canonical).toBe("/products")
  expect(addresses("minPrice=100&page=2").canonical).toBe("/products")
  expect(addresses("page=2").canonical).toBe("/products?page=2")
  expect(addresses("page=nonsense&sortBy=nonsense").canonical).toBe("/products")
})

test("the pages before and after this one keep its filters", () => {
  expect(addresses("sortBy=name&page=2")).toMatchObject({
    previous: "/products?sortBy=name",
    next: "/products?sortBy=name&page=3",
  })
})

test("before the first page and after the last there is none", () => {
  expect(addresses("")).not.toHaveProperty("previous")
  expect(addresses("page=3")).not.toHaveProperty("next")
  expect(addresses("", 1)).toEqual({ canonical: "/products" })
})
