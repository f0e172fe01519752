import { describe, expect, it } from "vitest"
import {
  apiQuery,
  countFilters,
  filtersOf,
  noFilters,
  problemsOf,
  readFilters,
  type Typed,
  writeFilters,
} from "./transaction-filters"

const read = (address: string) => readFilters(new URLSearchParams(address))
const typed = (changed: Partial<Typed>): Typed => ({
  search: "",
  startDate: "",
  endDate: "",
  minAmount: "",
  maxAmount: "",
  ...changed,
})

describe("the board's filters", () => {
  it("come back from the address as they were written", () => {
    const filters = {
      ...noFilters,
      status: "PENDING",
      method: "UPI",
      search: "asha & co",
      startDate: "2026-11-01",
      endDate: "2026-11-21",
      minAmount: 0,
      maxAmount: 1499.5,
      page: 3,
    } as const

    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  it("leave an empty address when none is set", () => {
    expect(writeFilters(noFilters).toString()).toBe("")
    expect(read("")).toEqual(noFilters)
  })

  it("ignore nonsense in the address", () => {
    expect(read("status=PAID&paymentMethod=Cash&page=-2&minAmount=abc&startDate=yesterday")).toEqual(
      noFilters,
    )
  })

  it("drop an end that lies before the start, and a maximum below the minimum", () => {
    const { startDate, endDate, minAmount, maxAmount } = read(
      "startDate=2026-11-21&endDate=2026-11-01&minAmount=500&maxAmount=100",
    )

    expect([startDate, endDate, minAmount, maxAmount]).toEqual(["2026-11-21", "", 500, null])
  })

  it("are not sent when empty", () => {
    expect(JSON.parse(JSON.stringify(apiQuery(noFilters)))).toEqual({ page: 1, limit: 20 })
  })

  it("are counted without the page", () => {
    expect(countFilters({ ...noFilters, page: 4 })).toBe(0)
    expect(countFilters({ ...noFilters, status: "FAILED", minAmount: 0 })).toBe(2)
  })
})

describe("what is typed into the filters", () => {
  it("is refused when the end lies before the start", () => {
    expect(problemsOf(typed({ startDate: "2026-11-21", endDate: "2026-11-20" }))).toEqual({
      endDate: "endBeforeStart",
    })
  })

  it("may name one day as start and end", () => {
    expect(problemsOf(typed({ startDate: "2026-11-21", endDate: "2026-11-21" }))).toEqual({})
  })

  it("is refused when the maximum is below the minimum, compared as numbers", () => {
    expect(problemsOf(typed({ minAmount: "900", maxAmount: "1000" }))).toEqual({})
    expect(problemsOf(typed({ minAmount: "1000", maxAmount: "900" }))).toEqual({ maxAmount: "maxBelowMin" })
  })

  it.each(["-1", "1.234", "1e3", "abc", "99999999999"])("is refused as an amount: %s", (minAmount) => {
    expect(problemsOf(typed({ minAmount }))).toEqual({ minAmount: "notAnAmount" })
  })

  it("is refused as a date while the year is half typed", () => {
    expect(problemsOf(typed({ startDate: "0002-01-01" }))).toEqual({ startDate: "notADate" })
  })

  it("loses the spaces round it", () => {
    expect(filtersOf(typed({ search: "  asha ", minAmount: " 5 " }))).toMatchObject({
      search: "asha",
      minAmount: 5,
    })
  })
})
