import { useLabels } from "@/features/admin/shared/labels"
import { hasText, type TextKey, useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDate, formatMonth, isDay, isMonth } from "@/lib/time"

type FilterListProps = { filters: Record<string, unknown>; none: string }

/** The filters of an export, translated. */
export function FilterList({ filters, none }: FilterListProps) {
  const { t } = useTranslation("exports")
  const valueLabel = useFilterValueLabel()
  const labelOf = (name: string) => {
    const key = `filterNames.${name}`
    return hasText("exports", key) ? t(key as TextKey<"exports">) : name
  }
  const set = Object.entries(filters).filter(([, value]) => value !== "" && value != null)
  if (set.length === 0) return <p className="text-ink-soft text-sm">{none}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {set.map(([name, value]) => (
        <li key={name}>
          <span className="text-ink-soft">{labelOf(name)}</span>{" "}
          <span className="break-all tabular-nums">{valueLabel(name, String(value))}</span>
        </li>
      ))}
    </ul>
  )
}

/** Translate a filter's value as the list does; unknown values are shown as they are. */
function useFilterValueLabel() {
  const { t, i18n } = useTranslation(["admin", "adminUsers", "discounts"])
  const labels = useLabels()
  return (name: string, value: string) => {
    if (name === "status") {
      const key = `statuses.${value}`
      if (hasText("discounts", key)) return t(`discounts:${key}` as TextKey<"admin">)
      return hasText("admin", key) ? t(key as TextKey<"admin">) : labels.orderStatus(value)
    }
    if (name === "paymentStatus") return labels.orderPayment(value)
    if (name === "paymentMethod") return labels.method(value)
    if (isDay(value)) return formatDate(value, i18n.language)
    if (isMonth(value)) return formatMonth(value, i18n.language)
    if (name === "minAmount" || name === "maxAmount") return formatRupees(Number(value))
    if (name !== "role" && name !== "state") return value
    const key = name === "role" && value !== "staff" ? `roles.${value}` : value
    return hasText("adminUsers", key) ? t(`adminUsers:${key}` as TextKey<"admin">) : value
  }
}
