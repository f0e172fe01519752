import { expect, test } from "vitest"
import { countFilters, noFilters, readFilters, writeFilters } from "./order-filters"

test("filters survive the round trip through the URL", () => {
  const filters = {
    ...noFilters,
    status: "out_for_delivery",
    paymentStatus: "paid",
    search: "Asha Rao & co",
    startDate: "2026-11-01",
    page: 3,
  } as const

  expect(readFilters(writeFilters(filters))).toEqual(filters)
  expect(countFilters(filters)).toBe(4)
  expect(`${writeFilters(noFilters)}`).toBe("")
})

test.each([
  "status=lost",
  "paymentStatus=PAID",
  "startDate=yesterday",
  "endDate=2026-13-45",
  "page=0",
  "page=-1",
  "page=1.5",
  "page=1e9",
  "search=%20%20",
])("an invalid value in the URL is ignored: %s", (address) => {
  expect(readFilters(new URLSearchParams(address))).toEqual(noFilters)
})
