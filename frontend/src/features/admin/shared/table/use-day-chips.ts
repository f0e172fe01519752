import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import type { Days } from "./days"
import type { ActiveFilter } from "./filter-bar"

/** The set days of a range as chips. */
export function useDayChips({ startDate, endDate }: Days, onChange: (changed: Partial<Days>) => void) {
  const { t, i18n } = useTranslation("admin")
  const chips: ActiveFilter[] = []
  const day = (value: string) => formatDate(value, i18n.language)
  if (startDate) {
    const label = t("filters.from", { day: day(startDate) })
    chips.push({ name: "startDate", label, onRemove: () => onChange({ startDate: "" }) })
  }
  if (endDate) {
    const label = t("filters.until", { day: day(endDate) })
    chips.push({ name: "endDate", label, onRemove: () => onChange({ endDate: "" }) })
  }
  return chips
}
