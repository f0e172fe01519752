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

/** A calendar day given as 2026-11-21, with its year: 21 Nov 2026. */
export const formatDate = (day: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day))

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
