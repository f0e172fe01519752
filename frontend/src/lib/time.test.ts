import { expect, test } from "vitest"
import { formatDate } from "./time"

const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-09`)

test.each([
  ["en", "en-IN"],
  ["hi", "hi-IN"],
])("a calendar day in %s reads as the browser would write it", (language, locale) => {
  const written = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })

  for (const day of days) expect(formatDate(day, language)).toBe(written.format(new Date(day)))
})
