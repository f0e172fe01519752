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

/** An instant moved so that its UTC fields read as a clock this many minutes ahead of UTC shows them. */
export const onClock = (iso: string, minutesAhead: (at: Date) => number): Date => {
  const at = new Date(iso)
  return new Date(at.getTime() + minutesAhead(at) * 60_000)
}

const onReadersClock = (iso: string) => onClock(iso, (at) => -at.getTimezoneOffset())

export const date = (at: Date, language: string) =>
  `${dayAndMonth(at.getUTCDate(), at.getUTCMonth(), language)} ${at.getUTCFullYear()}`

const twoDigits = (number: number) => String(number).padStart(2, "0")

const hoursAndMinutes = (at: Date) => `${at.getUTCHours() % 12 || 12}:${twoDigits(at.getUTCMinutes())}`

const half = (at: Date) => (at.getUTCHours() < 12 ? "am" : "pm")

export const dateTime = (at: Date, language: string) =>
  `${date(at, language)}, ${hoursAndMinutes(at)} ${half(at)}`

/** An instant as its reader's clock shows it, in the Indian way: 9:05:12 pm. */
export function formatTime(iso: string): string {
  const at = onReadersClock(iso)
  return `${hoursAndMinutes(at)}:${twoDigits(at.getUTCSeconds())} ${half(at)}`
}

/** Date and time of an instant, on the reader's clock: 21 Nov 2026, 9:05 pm. */
export const formatDateTime = (iso: string, language: string) => dateTime(onReadersClock(iso), language)

/** The day of an instant, on the reader's clock: 21 Nov 2026. */
export const formatDateOf = (iso: string, language: string) => date(onReadersClock(iso), language)

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

/** India has one time zone, and its clocks are never changed. */
const AHEAD_OF_UTC_MS = 5.5 * 3_600_000

/**
 * India's calendar day, which the server goes by: 2026-11-21. Not by Intl: how a locale writes a date differs between
 * browsers.
 */
export const todayInIndia = (now = new Date()) =>
  new Date(now.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 10)
