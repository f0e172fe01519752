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

/** A part of the texts, each under the code that the log holds. */
type Place = readonly [namespace: Namespace, path: string]

const fieldPlaces: readonly Place[] = [
  ["audit", "fields"],
  // Settings of the shop, such as "returns.returnDays".
  ["adminSettings", "fields"],
  ["shop", "product.specs"],
]
/** By field, or by kind of object and field. */
const valuePlaces: Readonly<Record<string, Place>> = {
  role: ["audit", "values.role"],
  blocked: ["audit", "values.blocked"],
  active: ["audit", "values.blocked"],
  rights: ["audit", "values.rights"],
  step: ["admin", "cases.steps"],
  proposal: ["admin", "cases.proposals"],
  paymentMethod: ["admin", "methods"],
  paymentStatus: ["admin", "orderPayments"],
  "case.kind": ["admin", "cases.kinds"],
  "export.kind": ["audit", "values.export"],
  "refund.reason": ["admin", "refundReasons"],
  "review.reason": ["audit", "values.rejection"],
  "refund.status": ["admin", "refunds.statuses"],
  "return.status": ["audit", "values.return"],
  "claim.status": ["audit", "values.claim"],
  "contact.status": ["audit", "values.contact"],
  "review.status": ["audit", "values.review"],
}
const paymentStatuses: Place = ["admin", "statuses"]
const orderStatuses: Place = ["admin", "orderStatuses"]

/** Parts of the texts in which a search of the log looks. */
export const searchedPlaces: readonly Place[] = [
  ["audit", "actions"],
  ["audit", "fields"],
  ["adminSettings", "fields"],
  ...Object.values(valuePlaces),
  paymentStatuses,
  orderStatuses,
]

function placeOf(action: string, field: string, value: string): Place | undefined {
  const place = valuePlaces[`${action.split(".")[0]}.${field}`] ?? valuePlaces[field]
  if (place || field !== "status") return place
  // Of the list that was exported: a payment's is written in capitals, an order's is not.
  return value === value.toUpperCase() ? paymentStatuses : orderStatuses
}

/** Functions that translate an entry's fields and values; unknown ones are shown as they are. */
export function useValueLabel(action: string) {
  const { t, i18n } = useTranslation("audit")

  const textAt = ([namespace, path]: Place, code: string) =>
    hasText(namespace, `${path}.${code}`) ? t(`${namespace}:${path}.${code}` as TextKey<"audit">) : undefined

  function word(field: string, text: string): string {
    const place = placeOf(action, field, text)
    // A colon would end the namespace of the key.
    if (place) return textAt(place, text.replace(":", "_")) ?? text
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
      path.map((name) => fieldPlaces.map((place) => textAt(place, name)).find(Boolean) ?? name).join(" · "),
    value: (path: readonly string[], value: unknown) => {
      const field = path.at(-1) ?? ""
      const text = Array.isArray(value) ? value.map((each) => one(field, each)).join(", ") : one(field, value)
      if (text === "") return NOTHING
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
    },
  }
}
