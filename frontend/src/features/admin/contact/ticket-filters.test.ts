import { expect, test } from "vitest"
import { addressOf, readFilters } from "./ticket-filters"

const read = (address: string) => readFilters(new URLSearchParams(address))

test("open tickets are the default, without URL parameters", () => {
  expect(read("")).toEqual({ status: "open", search: "", page: 1 })
  expect(addressOf(read("")).toString()).toBe("")
})

test("filters survive the round trip through the URL", () => {
  const address = "status=all&search=asha%40example.com&page=3"

  expect(addressOf(read(address)).toString()).toBe(address)
  expect(addressOf(read(address), "TKT-1").toString()).toBe(`${address}&ticket=TKT-1`)
})

test.each(["status=boiling&page=-1", "page=1e9", "page=2.5", "page=x&search=%20%20"])(
  "nonsense in the address is left out: %s",
  (address) => {
    expect(read(address)).toEqual({ status: "open", search: "", page: 1 })
  },
)
