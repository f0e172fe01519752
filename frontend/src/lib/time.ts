import { serverNow } from "./clock"
import type { Language } from "./language"

/** Dates and times are shown in India's time zone, so that the server and every browser render the same text. */
const timeZone = "Asia/Kolkata"

// "en-GB" writes dates as India does; for "en-IN", browsers before 2023 write 09-Jan-2026.
const locales: Record<Language, string> = { en: "en-GB", hi: "hi-IN" }

const day = { day: "numeric", month: "short" } as const
const clock = { hour: "numeric", minute: "2-digit", hourCycle: "h12" } as const
const shapes = {
  day,
  date: { ...day, year: "numeric" },
  month: { month: "short", year: "numeric" },
  clock,
  time: { ...clock, second: "2-digit" },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(locale: string, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${name}`
  const known = formatters.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formatters.set(key, formatter)
  return formatter
}

/** Format an instant, or a calendar day (2026-11-21): as UTC's midnight it is the same day in India. */
function format(at: string, shape: keyof typeof shapes, language: string): string {
  const hindi = language === "hi"
  const options: Intl.DateTimeFormatOptions = shapes[shape]
  // Hindi has no usual short names of months: नव॰ is a dictionary's, and mails write नवंबर.
  const month = hindi && options.month ? "long" : options.month
  const text = formatterOf(locales[hindi ? "hi" : "en"], shape, { ...options, month })
    .format(new Date(at))
    // Where browsers of different years differ: the space before "am", and October in Hindi.
    .replace("\u202f", " ")
    .replace("अक्तूबर", "अक्टूबर")
  return hindi ? text.replace(/(\d+)(:[\d:]+) ([ap]m)/, hindiTime) : text
}

/**
 * Write a time as Hindi says it: 9:05 pm is रात 9:05 बजे. The parts of the day are CLDR's; Intl's own `dayPeriod` is
 * missing in browsers before 2022, and leaves out बजे. The server's mails say the same (project/core/language.py).
 */
function hindiTime(_: string, hour: string, rest: string, half: string): string {
  const ofDay = (Number(hour) % 12) + (half === "pm" ? 12 : 0)
  const part = ofDay < 4 || ofDay >= 20 ? "रात" : ofDay < 12 ? "सुबह" : ofDay < 16 ? "दोपहर" : "शाम"
  return `${part} ${hour}${rest} बजे`
}

/** The time of an instant: 9:05:12 pm, रात 9:05:12 बजे. */
export const formatTime = (iso: string, language: string) => format(iso, "time", language)

/** Date and time of an instant: 21 Nov 2026, 9:05 pm; 21 नवंबर 2026, रात 9:05 बजे. */
export const formatDateTime = (iso: string, language: string) =>
  `${formatDate(iso, language)}, ${format(iso, "clock", language)}`

/** An instant's or a calendar day's date: 21 Nov 2026. */
export const formatDate = (at: string, language: string) => format(at, "date", language)

/** A calendar day without its year: 21 Nov. */
export const formatDay = (at: string, language: string) => format(at, "day", language)

/** A month given as 2026-11: Nov 2026. */
export const formatMonth = (month: string, language: string) => format(month, "month", language)

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** Return true when a text is a calendar day: 2026-11-21. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(text)

/** Return true when a text is a month: 2026-11. */
export const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text) && isTime(text)

/** India's calendar day at an instant, as the server counts days: 2026-11-21. */
export function indianDayOf(at: Date): string {
  const parts = formatterOf("en", "numbers", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(at)
  const part = (type: "year" | "month" | "day") => parts.find((each) => each.type === type)?.value
  return `${part("year")}-${part("month")}-${part("day")}`
}

export const todayInIndia = () => indianDayOf(new Date(serverNow()))
