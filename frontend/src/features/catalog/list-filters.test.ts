import { expect, test } from "vitest"
import { apiQuery, countFilters, readFilters, withChanges, writeFilters } from "./list-filters"

const read = (address: string) => readFilters(new URLSearchParams(address))

test("an empty address is the whole shop, newest first", () => {
  expect(read("")).toEqual({
    search: "",
    categories: [],
    minPrice: null,
    maxPrice: null,
    featured: false,
    inStock: false,
    sort: "newest",
    page: 1,
  })
  expect(String(writeFilters(read("")))).toBe("")
})

test("filters survive the way into the address and back", () => {
  const address =
    "search=mala&category=rudraksha%2Cmala&minPrice=500&maxPrice=900&isFeatured=true&inStock=true&sortBy=price-low&page=3"

  expect(String(writeFilters(read(address)))).toBe(address)
})

test("nonsense in the address is as if it were absent", () => {
  expect(
    read("page=-2&minPrice=abc&maxPrice=-5&sortBy=random&isFeatured=yes&inStock=1&category=,,&search=%20%20"),
  ).toEqual(read(""))
  expect(read("page=1.5").page).toBe(1)
})

test("prices given the wrong way round are turned", () => {
  expect(read("minPrice=900&maxPrice=500")).toMatchObject({ minPrice: 500, maxPrice: 900 })
})

test("what is off is not sent to the server", () => {
  const sent = Object.entries(apiQuery(read(""))).filter(([, value]) => value !== undefined)

  expect(Object.fromEntries(sent)).toEqual({ limit: 12 })
  expect(apiQuery(read("page=3"))).toMatchObject({ page: 3, limit: 12 })
})

test("both price bounds count as one filter", () => {
  expect(countFilters(read("category=mala,crystal&minPrice=100&maxPrice=900&isFeatured=true"))).toBe(4)
})

test("a search comes best match first, and newest first only when asked for", () => {
  expect(read("search=mala").sort).toBe("relevance")
  expect(apiQuery(read("search=mala")).sortBy).toBeUndefined()
  expect(apiQuery(read("search=mala&sortBy=newest")).sortBy).toBe("newest")
  expect(String(writeFilters(read("search=mala&sortBy=newest")))).toBe("search=mala&sortBy=newest")
})

test("rudraksha alone come by their faces, and newest first only when asked for", () => {
  expect(read("category=rudraksha").sort).toBe("faces")
  expect(apiQuery(read("category=rudraksha")).sortBy).toBeUndefined()
  expect(apiQuery(read("category=rudraksha&sortBy=newest")).sortBy).toBe("newest")
  expect(read("category=rudraksha,mala").sort).toBe("newest")
  expect(String(writeFilters({ ...read("category=rudraksha"), categories: [] }, "rudraksha"))).toBe("")
})

test("the usual order follows the categories, a chosen one stays", () => {
  const categories = ["rudraksha"]

  expect(withChanges(read(""), { categories }).sort).toBe("faces")
  expect(withChanges(read("sortBy=name"), { categories }).sort).toBe("name")
  expect(withChanges(read("category=rudraksha"), { sort: "newest" }).sort).toBe("newest")
})

test("sorting by match ends with the search", () => {
  const cleared = writeFilters({ ...read("search=mala"), search: "" })

  expect(String(cleared)).toBe("")
  expect(read("sortBy=relevance").sort).toBe("newest")
})
