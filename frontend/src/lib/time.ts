import { useEffect, useState } from "react"
import type { Language } from "./language"

/*
 * Written by hand, as rupees are, and tested to read as the browser would write it: the browser's own formatter takes a
 * cheap phone a tenth of a second to set up, just when the first screen shall answer.
 */

const months: Record<Language, string[]> = {
  en: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" "),
  hi: "जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰".split(" "),
}

/** `month` counts from 0. */
const dayAndMonth = (day: number, month: number, language: string) =>
  `${day} ${months[language === "hi" ? "hi" : "en"][month]}`

const date = (at: Date, language: string) =>
  `${dayAndMonth(at.getDate(), at.getMonth(), language)} ${at.getFullYear()}`

const twoDigits = (number: number) => String(number).padStart(2, "0")

const hoursAndMinutes = (at: Date) => `${at.getHours() % 12 || 12}:${twoDigits(at.getMinutes())}`

const half = (at: Date) => (at.getHours() < 12 ? "am" : "pm")

/** An instant as its reader's clock shows it, in the Indian way: 9:05:12 pm. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  return `${hoursAndMinutes(at)}:${twoDigits(at.getSeconds())} ${half(at)}`
}

/** Date and time of an instant, on the reader's clock: 21 Nov 2026, 9:05 pm. */
export function formatDateTime(iso: string, language: string): string {
  const at = new Date(iso)
  return `${date(at, language)}, ${hoursAndMinutes(at)} ${half(at)}`
}

/** The day of an instant, on the reader's clock: 21 Nov 2026. */
export const formatDateOf = (iso: string, language: string) => date(new Date(iso), language)

const partsOf = (day: string) => day.split("-").map(Number) as [number, number, number]

/** A calendar day given as 2026-11-21: 21 Nov. */
export function formatDay(day: string, language: string): string {
  const [, month, number] = partsOf(day)
  return dayAndMonth(number, month - 1, language)
}

/** A calendar day given as 2026-11-21, with its year: 21 Nov 2026. */
export const formatDate = (day: string, language: string) => `${formatDay(day, language)} ${partsOf(day)[0]}`

/** Now, in milliseconds, renewed every `ms` while `running`. */
export function useNow(ms: number, running = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), ms)
    return () => window.clearInterval(timer)
  }, [ms, running])
  return now
}
