import { hasText, type Namespace, type TextKey, useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate, formatMonth, isDay, isMonth } from "@/lib/time"

const MAX_LENGTH = 300
export const NOTHING = "–"
/** Fields that hold rupees. */
const amounts = new Set(["amount", "due", "price", "originalPrice", "minAmount", "maxAmount"])
const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text))

/** Translation prefix of a field's value: a status depends on the kind of object. */
function textOf(action: string, field: string, value: string): string | null {
  const [thing = ""] = action.split(".")
  if (field === "role") return `audit:values.role.${value}`
  if (field === "blocked") return `audit:values.blocked.${value}`
  if (field === "step") return `admin:cases.steps.${value}`
  if (field === "proposal") return `admin:cases.proposals.${value}`
  if (field === "paymentMethod") return `admin:methods.${value}`
  if (field === "paymentStatus") return `admin:orderPayments.${value}`
  if (field === "kind" && thing === "case") return `admin:cases.kinds.${value}`
  if (field === "kind" && thing === "export") return `audit:values.export.${value}`
  if (field === "reason" && thing === "refund") return `admin:refundReasons.${value}`
  if (field === "reason" && thing === "review") return `audit:values.rejection.${value}`
  if (field !== "status") return null
  if (thing === "refund") return `admin:refunds.statuses.${value}`
  if (thing === "return") return `audit:values.return.${value}`
  if (thing === "claim") return `audit:values.claim.${value}`
  if (thing === "contact") return `audit:values.contact.${value}`
  if (thing === "review") return `audit:values.review.${value}`
  // Of the list that was exported: a payment's is written in capitals, an order's is not.
  return value === value.toUpperCase() ? `admin:statuses.${value}` : `admin:orderStatuses.${value}`
}

/** Functions that translate an entry's fields and values; unknown ones are shown as they are. */
export function useValueLabel(action: string) {
  const { t, i18n } = useTranslation("audit")

  function word(field: string, text: string): string {
    const key = textOf(action, field, text)
    if (key) {
      const [namespace = "", path = ""] = key.split(":")
      return hasText(namespace as Namespace, path) ? t(key as TextKey<"audit">) : text
    }
    if (field === "format") return text.toUpperCase()
    if (isMonth(text)) return formatMonth(text, i18n.language)
    if (isInstant(text)) return formatStaffDateTime(text, i18n.language)
    return isDay(text) ? formatDate(text, i18n.language) : text
  }

  function one(field: string, value: unknown): string {
    if (typeof value === "boolean") return t(value ? "yes" : "no")
    if (typeof value === "number") {
      if (field.endsWith("Paise")) return formatRupees(value / 100)
      return amounts.has(field) ? formatRupees(value) : String(value)
    }
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
        .map((name) => {
          if (hasText("audit", `fields.${name}`)) return t(`fields.${name}` as TextKey<"audit">)
          // A setting of the shop, such as "returns.returnDays".
          if (hasText("adminSettings", `fields.${name}`)) {
            return t(`adminSettings:fields.${name}` as TextKey<"audit">)
          }
          return hasText("shop", `product.specs.${name}`)
            ? t(`shop:product.specs.${name}` as TextKey<"audit">)
            : name
        })
        .join(" · "),
    value: (path: readonly string[], value: unknown) => {
      const field = path.at(-1) ?? ""
      const text = Array.isArray(value) ? value.map((each) => one(field, each)).join(", ") : one(field, value)
      if (text === "") return NOTHING
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
    },
  }
}
