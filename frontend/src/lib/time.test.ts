import { describe, expect, test } from "vitest"
import { formatDate, formatDateOf, formatDateTime, formatDay, formatTime, todayInIndia } from "./time"

const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-09`)
const instants = ["00:05:02", "09:59:59", "11:00:00", "12:30:00", "13:01:10", "23:59:00"].flatMap((time) =>
  days.map((day) => new Date(`${day}T${time}`).toISOString()),
)

describe.each([
  ["en", "en-IN"],
  ["hi", "hi-IN"],
])("in %s", (language, locale) => {
  const written = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))

  test("calendar days read as the browser would write them", () => {
    for (const day of days) {
      expect(formatDate(day, language)).toBe(written(day, { dateStyle: "medium", timeZone: "UTC" }))
      expect(formatDay(day, language)).toBe(written(day, { day: "numeric", month: "short", timeZone: "UTC" }))
    }
  })

  test("instants read as the browser would write them", () => {
    for (const at of instants) {
      expect(formatTime(at)).toBe(written(at, { timeStyle: "medium" }))
      expect(formatDateOf(at, language)).toBe(written(at, { dateStyle: "medium" }))
      expect(formatDateTime(at, language)).toBe(written(at, { dateStyle: "medium", timeStyle: "short" }))
    }
  })
})

test("the day is India's, which begins half past six in the evening of London's", () => {
  expect(todayInIndia(new Date("2026-11-21T18:29:59Z"))).toBe("2026-11-21")
  expect(todayInIndia(new Date("2026-11-21T18:30:00Z"))).toBe("2026-11-22")
})
