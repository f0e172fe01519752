import { expect, test } from "vitest"
import { dayProblems, readDays } from "./days"

test("an end before the start is the end's problem, and one day may be both", () => {
  expect(dayProblems({ startDate: "2026-11-21", endDate: "2026-11-20" })).toEqual({
    endDate: "endBeforeStart",
  })
  expect(dayProblems({ startDate: "2026-11-21", endDate: "2026-11-21" })).toEqual({})
})

test("a half typed year is no date yet", () => {
  expect(dayProblems({ startDate: "0002-11-22", endDate: "2026-11-22" })).toEqual({ startDate: "notADate" })
})

test("an address with an end before the start asks from the start on", () => {
  expect(readDays(new URLSearchParams("startDate=2026-11-21&endDate=2026-11-01"))).toEqual({
    startDate: "2026-11-21",
    endDate: "",
  })
})
