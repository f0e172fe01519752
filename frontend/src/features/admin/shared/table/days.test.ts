import { expect, test } from "vitest"
import { dayProblems, withValidDays } from "./days"

test("an end before the start is an error of the end, and both may be the same day", () => {
  expect(dayProblems({ startDate: "2026-11-21", endDate: "2026-11-20" })).toEqual({
    endDate: "endBeforeStart",
  })
  expect(dayProblems({ startDate: "2026-11-21", endDate: "2026-11-21" })).toEqual({})
})

test("an incomplete year is an invalid date", () => {
  expect(dayProblems({ startDate: "0002-11-22", endDate: "2026-11-22" })).toEqual({ startDate: "notADate" })
})

test("a URL with an end before the start keeps only the start", () => {
  expect(withValidDays({ startDate: "2026-11-21", endDate: "2026-11-01" })).toEqual({
    startDate: "2026-11-21",
    endDate: "",
  })
})
