import { useInLanguage } from "@/features/admin/shared/in-language"
import { useCodeText } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import { dayText } from "@/lib/day-text"
import { formatRupees } from "@/lib/money"
import { type ClosedDay, kindOf, type Timetable, type Zone } from "./fields"
import type { SettingsSave } from "./queries"

/** A function that names a field by its path, such as "returns.returnDays", or a part of it: a provider's share. */
export function useFieldLabel() {
  const text = useCodeText("adminSettings")
  return (path: string) => {
    const [section, field, ...part] = path.split(".")
    return [text(`fields.${section}.${field}`, path), ...part].join(" · ")
  }
}

/** A function that words a stored value. */
export function useValueText() {
  const { t } = useTranslation("adminSettings")
  const codeText = useCodeText("adminSettings")
  const inLanguage = useInLanguage()
  return (path: string, value: unknown): string => {
    const kind = kindOf(path)
    const list = (parts: readonly unknown[]) => parts.join(", ") || "–"
    if (typeof value === "boolean") return t(value ? "on" : "off")
    if (typeof value === "number" && kind === "rupees") return formatRupees(value / 100)
    if (kind === "registration") return codeText(`registrations.${value}`, String(value))
    if (kind === "closedDays")
      return list((value as ClosedDay[]).map((each) => `${dayText(each.day)} ${inLanguage(each)}`))
    if (kind === "picture")
      return value ? t("picture.own", { digest: String(value).slice(0, 4) }) : t("picture.shipped")
    if (kind === "zones")
      return list(
        (value as Zone[]).map((zone) => {
          const { isServed, basePaise, baseGrams, stepPaise, stepGrams, freeAbovePaise: freeAbove } = zone
          const places = list([...zone.states, ...zone.pincodes])
          if (!isServed) return `${inLanguage(zone)} (${places}): ${t("zones.notServed")}`
          const [base, step] = [formatRupees(basePaise / 100), formatRupees(stepPaise / 100)]
          const free = freeAbove === null ? "–" : formatRupees(freeAbove / 100)
          return `${inLanguage(zone)} (${places}): ${t("zones.terms", { base, baseGrams, step, stepGrams, free })}`
        }),
      )
    if (kind === "homeSections")
      return list((value as string[]).map((name) => codeText(`homeSections.${name}`, name)))
    if (kind === "timetable")
      return list(
        Object.entries(value as Timetable).map(
          ([day, hours]) => `${codeText(`weekdays.${day}`, day)} ${hours}`,
        ),
      )
    if (Array.isArray(value)) return list(value)
    if (typeof value !== "object" || value === null) return String(value) || "–"
    return list(Object.entries(value).map(([name, share]) => `${name}: ${share}`))
  }
}

/** One save: its author and time, and each field before and after. */
export function ChangeList({ save }: { save: SettingsSave }) {
  const { t } = useTranslation("adminSettings")
  const label = useFieldLabel()
  const text = useValueText()
  return (
    <div className="mt-1 text-sm">
      <p className="text-ink-soft text-xs">
        {t("history.saved", { version: save.version, name: save.by })} · <StaffTime at={save.savedAt} />
        {save.restoredFrom !== null && ` · ${t("history.restoredFrom", { version: save.restoredFrom })}`}
      </p>
      <ul className="mt-1">
        {save.changes.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {label(field)}: <del className="text-ink-soft">{text(field, before)}</del> →{" "}
            <ins className="no-underline">{text(field, after)}</ins>
          </li>
        ))}
      </ul>
    </div>
  )
}
