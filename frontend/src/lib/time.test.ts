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
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर".split(" ").map((name) => `9 ${name} 2026`),
  )
})

test("a day can be written without its year, and a month without its day", () => {
  expect(formatDay("2026-11-21", "en")).toBe("21 Nov")
  expect(formatDay("2026-11-21", "hi")).toBe("21 नवंबर")
  expect(formatMonth("2026-11", "en")).toBe("Nov 2026")
  expect(formatMonth("2026-11", "hi")).toBe("नवंबर 2026")
})

test.each([
  ["2026-11-20T18:30:00Z", "12:00 am", "12:00:00 am", "रात 12:00 बजे"],
  ["2026-11-20T22:29:59Z", "3:59 am", "3:59:59 am", "रात 3:59 बजे"],
  ["2026-11-20T22:30:00Z", "4:00 am", "4:00:00 am", "सुबह 4:00 बजे"],
  ["2026-11-21T06:29:59Z", "11:59 am", "11:59:59 am", "सुबह 11:59 बजे"],
  ["2026-11-21T06:30:07Z", "12:00 pm", "12:00:07 pm", "दोपहर 12:00 बजे"],
  ["2026-11-21T10:29:59Z", "3:59 pm", "3:59:59 pm", "दोपहर 3:59 बजे"],
  ["2026-11-21T10:30:00Z", "4:00 pm", "4:00:00 pm", "शाम 4:00 बजे"],
  ["2026-11-21T14:29:59Z", "7:59 pm", "7:59:59 pm", "शाम 7:59 बजे"],
  ["2026-11-21T14:43:00Z", "8:13 pm", "8:13:00 pm", "रात 8:13 बजे"],
  ["2026-11-21T18:29:59Z", "11:59 pm", "11:59:59 pm", "रात 11:59 बजे"],
])("the instant %s reads as %s on India's clock", (at, written, time, hindi) => {
  expect(formatDateTime(at, "en")).toBe(`21 Nov 2026, ${written}`)
  expect(formatDateTime(at, "hi")).toBe(`21 नवंबर 2026, ${hindi}`)
  expect(formatDate(at, "en")).toBe("21 Nov 2026")
  expect(formatTime(at, "en")).toBe(time)
})

test("a time to the second is Hindi, too", () => {
  expect(formatTime("2026-11-21T15:35:12Z", "hi")).toBe("रात 9:05:12 बजे")
})

test("the day is India's, which begins at 18:30 UTC", () => {
  expect(indianDayOf(new Date("2026-11-21T18:29:59Z"))).toBe("2026-11-21")
  expect(indianDayOf(new Date("2026-11-21T18:30:00Z"))).toBe("2026-11-22")
})

test("impossible dates are neither a day nor a month", () => {
  expect(["2026-11-21", "2026-13-01", "2026-11", "21 Nov"].filter(isDay)).toEqual(["2026-11-21"])
  expect(["2026-11", "2026-13", "0044-99", "2026-11-21"].filter(isMonth)).toEqual(["2026-11"])
})
