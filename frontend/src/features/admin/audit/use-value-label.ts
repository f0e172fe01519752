import { useLabels } from "@/features/admin/labels"
import { hasText, type Namespace, type TextKey, useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"

const MAX_LENGTH = 300
const NOTHING = "–"
/** Fields that hold rupees. */
const amounts = new Set(["amount", "price", "originalPrice", "minAmount", "maxAmount"])
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Where the words of a field's values stand: what a status is called depends on what was done to which thing. */
function textsOf(action: string, field: string): readonly [Namespace, string] | null {
  const [thing = ""] = action.split(".")
  if (field === "role") return ["audit", "values.role"]
  if (field === "blocked") return ["audit", "values.blocked"]
  if (field === "step") return ["admin", "cases.steps"]
  if (field === "proposal") return ["admin", "cases.proposals"]
  if (field === "paymentMethod") return ["admin", "methods"]
  if (field === "paymentStatus") return ["admin", "orderPayments"]
  if (field === "kind" && thing === "case") return ["admin", "cases.kinds"]
  if (field === "kind" && thing === "export") return ["audit", "values.export"]
  if (field === "reason" && thing === "refund") return ["admin", "refundReasons"]
  if (field === "reason" && thing === "review") return ["audit", "values.rejection"]
  if (field === "status") {
    if (thing === "refund") return ["admin", "refunds.statuses"]
    if (thing === "return") return ["audit", "values.return"]
    if (thing === "contact") return ["audit", "values.contact"]
    if (thing === "review") return ["audit", "values.review"]
  }
  return null
}

/** Functions that say an entry's fields and values as people do; what we have no word for is shown as it is. */
export function useValueLabel(action: string) {
  const { t, i18n } = useTranslation("audit")
  const labels = useLabels()

  function word(field: string, text: string): string {
    const found = textsOf(action, field)
    if (found) {
      const [namespace, path] = found
      const key = `${path}.${text}`
      return hasText(namespace, key) ? t(`${namespace}:${key}` as TextKey<"audit">) : text
    }
    if (field === "status") {
      // An order's, or of the list that was exported: a payment's is written in capitals.
      const key = `statuses.${text}`
      return hasText("admin", key) ? t(`admin:${key}` as TextKey<"audit">) : labels.orderStatus(text)
    }
    if (field === "format") return text.toUpperCase()
    return isDay(text) ? formatDate(text, i18n.language) : text
  }

  function one(field: string, value: unknown): string {
    if (typeof value === "boolean") return t(value ? "yes" : "no")
    if (typeof value === "number") return amounts.has(field) ? formatRupees(value) : String(value)
    if (typeof value === "string") return word(field, value)
    if (typeof value !== "object" || value === null) return ""
    // What can be chosen about a product: its name, and what it adds.
    const parts = Object.entries(value).filter(([name, each]) => name !== "available" || each === false)
    return parts
      .map(([name, each]) => (name === "available" ? t("notOffered") : one(name, each)))
      .filter(Boolean)
      .join(" ")
  }

  return {
    field: (path: readonly string[]) =>
      path
        .map((name) => (hasText("audit", `fields.${name}`) ? t(`fields.${name}` as TextKey<"audit">) : name))
        .join(" · "),
    value: (path: readonly string[], value: unknown) => {
      const field = path.at(-1) ?? ""
      const text = Array.isArray(value) ? value.map((each) => one(field, each)).join(", ") : one(field, value)
      if (text === "") return NOTHING
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
    },
  }
}
