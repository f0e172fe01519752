import { useEffect, useState } from "react"
import type { Language } from "./language"

const locales: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }

const localeOf = (language: string) => locales[language === "hi" ? "hi" : "en"]

/** An instant as its reader's clock shows it, in the Indian way: 9:05:12 pm. */
export const formatTime = (iso: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { timeStyle: "medium" }).format(new Date(iso))

/** Date and time of an instant, on the reader's clock: 21 Nov 2026, 9:05 pm. */
export const formatDateTime = (iso: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  )

/** A calendar day given as 2026-11-21: 21 Nov. */
export const formatDay = (day: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(day),
  )

const months: Record<Language, string> = {
  en: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
  hi: "जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰",
}

/**
 * A calendar day given as 2026-11-21, with its year: 21 Nov 2026.
 *
 * By hand, as rupees are: the browser's formatter takes a tenth of a second to set up on a cheap phone, and the first
 * screen of a product shows a day.
 */
export function formatDate(day: string, language: string): string {
  const [year, month, date] = day.split("-").map(Number)
  return `${date} ${months[language === "hi" ? "hi" : "en"].split(" ")[(month ?? 1) - 1]} ${year}`
}

/** The day of an instant, on the reader's clock: 21 Nov 2026. */
export const formatDateOf = (iso: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium" }).format(new Date(iso))

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
