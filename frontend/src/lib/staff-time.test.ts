import { expect, test } from "vitest"
import { formatStaffDateOf, formatStaffDateTime } from "./staff-time"

test.each([
  ["2026-11-21T18:29:59Z", "21 Nov 2026, 11:59 pm IST", "21 नवंबर 2026, रात 11:59 बजे IST"],
  ["2026-11-21T18:30:00Z", "22 Nov 2026, 12:00 am IST", "22 नवंबर 2026, रात 12:00 बजे IST"],
  ["2026-12-31T23:59:00+05:30", "31 Dec 2026, 11:59 pm IST", "31 दिसंबर 2026, रात 11:59 बजे IST"],
])("staff see %s in India's time zone, with its name", (at, en, hi) => {
  expect(formatStaffDateTime(at, "en")).toBe(en)
  expect(formatStaffDateTime(at, "hi")).toBe(hi)
  expect(formatStaffDateOf(at, "en")).toBe(en.replace(/,.*(?= IST)/, ""))
})

test("no staff screen shows a time without its zone", () => {
  const sources = import.meta.glob<string>("../features/admin/**/*.{ts,tsx}", {
    eager: true,
    query: "?raw",
    import: "default",
  })
  const wrong = Object.keys(sources).filter((path) =>
    /\bformat(DateTime|Time)\b|toLocale(Date|Time)String/.test(sources[path] ?? ""),
  )

  expect(wrong).toEqual([])
})
