import { expect, test } from "vitest"
import { z } from "@/lib/zod"
import { apiFilters, listFilters, oneOf, pageNumber, text } from "./list-filters"

const list = listFilters(
  z.object({ status: oneOf(["open", "closed"], "open"), search: text(5), page: pageNumber(100) }),
)
const read = (address: string) => list.read(new URLSearchParams(address))

test("filters survive the round trip through the URL", () => {
  const address = "status=closed&search=a+%26+b&page=3"

  expect(`${list.write(read(address))}`).toBe(address)
  expect(`${list.write(read(address), { row: "7" })}`).toBe(`${address}&row=7`)
  expect(list.count(read(address))).toBe(2)
  expect(list.exported(read(address))).toEqual({ status: "closed", search: "a & b" })
})

test.each([
  "",
  "status=lost",
  "search=%20%20",
  "page=",
  "page=0",
  "page=-3",
  "page=2.5",
  "page=x",
  "page=1e9",
  "page=101",
])("?%s has no filter and is no URL parameter", (address) => {
  expect(read(address)).toEqual(list.none)
  expect(`${list.write(read(address))}`).toBe("")
  expect(list.count(read(address))).toBe(0)
})

test("a text is trimmed and cut", () => {
  expect(read("search=%20sharma%20").search).toBe("sharm")
})

test("empty filters are not sent", () => {
  expect(apiFilters({ search: "", status: "open", page: 1 })).toEqual({ status: "open", page: 1 })
})
