import { useTranslation } from "@/i18n"
import { serverNow } from "@/lib/clock"
import type { SupportNow } from "@/lib/support-now"
import { formatDay, indianDayOf, todayInIndia } from "@/lib/time"

/** A weekday that is further away could be the next week's. */
const SIX_DAYS = 6 * 24 * 60 * 60_000

const india = (locale: string, options: Intl.DateTimeFormatOptions, iso: string) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "Asia/Kolkata" }).format(new Date(iso))

/** As the timetable writes it, in both languages: 10:00. */
const clock = (iso: string) => india("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, iso)

/** The end of the support hours, or the time of the next opening; renders nothing without promised hours. */
export function SupportNowText({ now }: { now: SupportNow }) {
  const { t, i18n } = useTranslation("shell-more")
  const { isOpen, closesAt, opensAt, closedToday } = now
  if (isOpen) return closesAt ? t("support.now.open", { time: clock(closesAt) }) : null
  if (isOpen !== false) return null
  const reason = closedToday?.[i18n.language]
  return (
    <>
      {reason ? t("support.now.closedToday", { reason }) : t("support.now.closed")}{" "}
      {opensAt && nextOpening(opensAt)}
    </>
  )

  function nextOpening(opensAt: string) {
    const time = clock(opensAt)
    if (indianDayOf(new Date(opensAt)) === todayInIndia()) return t("support.now.today", { time })
    if (Date.parse(opensAt) - serverNow() >= SIX_DAYS)
      return t("support.now.date", { time, day: formatDay(opensAt, i18n.language) })
    const weekday = india(i18n.language === "hi" ? "hi-IN" : "en-GB", { weekday: "long" }, opensAt)
    return t("support.now.weekday", { time, weekday })
  }
}
