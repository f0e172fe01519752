import { describe, expect, it } from "vitest"
import { apiQuery, problemsOf, type Typed, transactionFilters } from "./transaction-filters"

const read = (address: string) => transactionFilters.read(new URLSearchParams(address))
const typed = (changed: Partial<Typed>): Typed => ({
  startDate: "",
  endDate: "",
  minAmount: "",
  maxAmount: "",
  ...changed,
})

describe("the board's filters", () => {
  it("survive the round trip through the URL", () => {
    const filters = {
      ...transactionFilters.none,
      status: "PENDING",
      paymentMethod: "UPI",
      search: "asha & co",
      startDate: "2026-11-01",
      endDate: "2026-11-21",
      minAmount: "0",
      maxAmount: "1499.5",
      page: 3,
    } as const

    expect(transactionFilters.read(transactionFilters.write(filters))).toEqual(filters)
  })

  it("are no URL parameters when none is set", () => {
    expect(transactionFilters.write(transactionFilters.none).toString()).toBe("")
    expect(read("")).toEqual(transactionFilters.none)
  })

  it("ignore invalid values in the URL", () => {
    expect(read("status=PAID&paymentMethod=Cheque&page=-2&minAmount=abc&startDate=yesterday")).toEqual(
      transactionFilters.none,
    )
  })

  it("drop an end before the start, and a maximum below the minimum", () => {
    const { startDate, endDate, minAmount, maxAmount } = read(
      "startDate=2026-11-21&endDate=2026-11-01&minAmount=500&maxAmount=100",
    )

    expect([startDate, endDate, minAmount, maxAmount]).toEqual(["2026-11-21", "", "500", ""])
  })

  it("are not sent when empty", () => {
    expect(JSON.parse(JSON.stringify(apiQuery(transactionFilters.none)))).toEqual({ page: 1, limit: 20 })
  })

  it("are counted without the page", () => {
    expect(transactionFilters.count({ ...transactionFilters.none, page: 4 })).toBe(0)
    expect(transactionFilters.count({ ...transactionFilters.none, status: "FAILED", minAmount: "0" })).toBe(2)
  })
})

describe("the text of the filters", () => {
  it("is invalid when the end is before the start", () => {
    expect(problemsOf(typed({ startDate: "2026-11-21", endDate: "2026-11-20" }))).toEqual({
      endDate: "endBeforeStart",
    })
  })

  it("may name one day as start and end", () => {
    expect(problemsOf(typed({ startDate: "2026-11-21", endDate: "2026-11-21" }))).toEqual({})
  })

  it("is invalid when the maximum is below the minimum, compared as numbers", () => {
    expect(problemsOf(typed({ minAmount: "900", maxAmount: "1000" }))).toEqual({})
    expect(problemsOf(typed({ minAmount: "1000", maxAmount: "900" }))).toEqual({ maxAmount: "maxBelowMin" })
  })

  it.each(["-1", "1.234", "1e3", "abc", "99999999999"])("is an invalid amount: %s", (minAmount) => {
    expect(problemsOf(typed({ minAmount }))).toEqual({ minAmount: "notAnAmount" })
  })

  it("is an invalid date while the year is incomplete", () => {
    expect(problemsOf(typed({ startDate: "0002-01-01" }))).toEqual({ startDate: "notADate" })
  })

  it("is trimmed", () => {
    expect(read("search=++asha+&minAmount=+5+")).toMatchObject({ search: "asha", minAmount: "5" })
  })
})
