import { isDay } from "@/lib/time"

/** A calendar day (2026-11-21) as India writes it in numbers, in both languages: 21/11/2026. Other text stays. */
export const dayText = (day: string) => (isDay(day) ? day.split("-").reverse().join("/") : day)

/** The calendar day of such a text, with any separator or none; null when it is not one, empty when nothing is typed. */
export function readDay(text: string): string | null {
  const typed = text.trim()
  if (typed === "") return ""
  if (isDay(typed)) return typed
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(typed)
  if (!parts) return null
  const [day = "", month = "", year = ""] = parts.slice(1).filter(Boolean)
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  // 31 February is no day, though a browser may read it as one in March.
  return isDay(read) && new Date(read).toISOString().startsWith(read) ? read : null
}
