import { expect, test } from "vitest"
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatTime,
  indianDayOf,
  isDay,
  isMonth,
} from "./time"

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`)

test("English names its months as India's English does", () => {
  expect(months.map((month) => formatDate(`${month}-09`, "en"))).toEqual(
    "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ").map((name) => `9 ${name} 2026`),
  )
})

test("Hindi names its months in Hindi, with the same digits", () => {
  expect(months.map((month) => formatDate(`${month}-09`, "hi"))).toEqual(
    "जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰".split(" ").map((name) => `9 ${name} 2026`),
  )
})

test("a day can be written without its year, and a month without its day", () => {
  expect(formatDay("2026-11-21", "en")).toBe("21 Nov")
  expect(formatDay("2026-11-21", "hi")).toBe("21 नव॰")
  expect(formatMonth("2026-11", "en")).toBe("Nov 2026")
  expect(formatMonth("2026-11", "hi")).toBe("नव॰ 2026")
})

test.each([
  ["2026-11-20T18:30:00Z", "21 Nov 2026, 12:00 am", "12:00:00 am"],
  ["2026-11-21T04:29:59Z", "21 Nov 2026, 9:59 am", "9:59:59 am"],
  ["2026-11-21T06:30:07Z", "21 Nov 2026, 12:00 pm", "12:00:07 pm"],
  ["2026-11-21T15:35:12Z", "21 Nov 2026, 9:05 pm", "9:05:12 pm"],
  ["2026-11-21T18:29:59Z", "21 Nov 2026, 11:59 pm", "11:59:59 pm"],
])("the instant %s reads as %s on India's clock", (at, written, time) => {
  expect(formatDateTime(at, "en")).toBe(written)
  expect(formatDateTime(at, "hi")).toBe(written.replace("Nov", "नव॰"))
  expect(formatDate(at, "en")).toBe(written.replace(/,.*/, ""))
  expect(formatTime(at)).toBe(time)
})

test("the day is India's, which begins at 18:30 UTC", () => {
  expect(indianDayOf(new Date("2026-11-21T18:29:59Z"))).toBe("2026-11-21")
  expect(indianDayOf(new Date("2026-11-21T18:30:00Z"))).toBe("2026-11-22")
})

test("impossible dates are neither a day nor a month", () => {
  expect(["2026-11-21", "2026-13-01", "2026-11", "21 Nov"].filter(isDay)).toEqual(["2026-11-21"])
  expect(["2026-11", "2026-13", "0044-99", "2026-11-21"].filter(isMonth)).toEqual(["2026-11"])
})
