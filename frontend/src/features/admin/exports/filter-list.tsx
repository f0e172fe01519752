import { useCodeText, useLabels } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDate, formatMonth, isDay, isMonth } from "@/lib/time"

type FilterListProps = { filters: Record<string, unknown>; none: string }

/** The filters of an export, translated. */
export function FilterList({ filters, none }: FilterListProps) {
  const nameText = useCodeText("exports")
  const valueLabel = useFilterValueLabel()
  const set = Object.entries(filters).filter(([, value]) => value !== "" && value != null)
  if (set.length === 0) return <p className="text-ink-soft text-sm">{none}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {set.map(([name, value]) => (
        <li key={name}>
          <span className="text-ink-soft">{nameText(`filterNames.${name}`, name)}</span>{" "}
          <span className="break-all tabular-nums">{valueLabel(name, String(value))}</span>
        </li>
      ))}
    </ul>
  )
}

/** Translate a filter's value as the list does; unknown values are shown as they are. */
function useFilterValueLabel() {
  const { i18n } = useTranslation()
  const labels = useLabels()
  const codeText = useCodeText("admin")
  const userText = useCodeText("adminUsers")
  const discountText = useCodeText("discounts")
  return (name: string, value: string) => {
    if (name === "status") {
      const key = `statuses.${value}`
      return discountText(key, codeText(key, labels.orderStatus(value)))
    }
    if (name === "paymentStatus") return labels.orderPayment(value)
    if (name === "paymentMethod") return labels.method(value)
    if (isDay(value)) return formatDate(value, i18n.language)
    if (isMonth(value)) return formatMonth(value, i18n.language)
    if (name === "minAmount" || name === "maxAmount") return formatRupees(Number(value))
    if (name === "role" && value !== "staff") return userText(`roles.${value}`, value)
    return name === "role" || name === "state" ? userText(value, value) : value
  }
}
