import { expect, test } from "vitest"
import { dayText, readDay } from "./day-text"

test("a day is written with the day first", () => {
  expect(dayText("2026-11-02")).toBe("02/11/2026")
  expect(dayText("")).toBe("")
  expect(dayText("2.x")).toBe("2.x")
})

test.each(["2/11/2026", "02-11-2026", "2.11.2026", "02 11 2026", "02112026", "2026-11-02"])(
  "%s is read as 2 November",
  (text) => {
    expect(readDay(text)).toBe("2026-11-02")
  },
)

test.each(["2/11", "11/22/2026", "31/02/2026", "2/11/26", "tomorrow"])("%s is no day", (text) => {
  expect(readDay(text)).toBeNull()
})

test("nothing typed is no limit", () => {
  expect(readDay("  ")).toBe("")
})
