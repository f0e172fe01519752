import { hasText, type Namespace, type TextKey, useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"

/** The language of numbers: both languages use Indian grouping and the same digits. */
const percent = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 1 })
const count = new Intl.NumberFormat("en-IN")

export const formatPercent = (value: number) => `${percent.format(value)}%`
export const formatCount = (value: number) => count.format(value)

export const orderStatuses = [
  "pending",
  "confirmed",
  "processing",
  "packaging",
  "dispatched",
  "out_for_delivery",
  "shipped",
  "delivered",
  "cancelled",
  "returned",
  "refunded",
] as const satisfies readonly Schemas["OrderStatus"][]
export const orderPayments = ["pending", "paid", "failed", "refunded"] as const

/** Return a function that translates a key made of a code; without such a text, the code is shown as it is. */
export function useCodeText<N extends Namespace>(namespace: N) {
  const { t } = useTranslation(namespace)
  return (key: string, code: string) => (hasText(namespace, key) ? t(key as TextKey<N>) : code)
}

type FormNamespace = "adminCategories" | "adminOrders" | "adminProducts" | "discounts"

/** Return a function for the label of a form's field by its path: "Title (English)", "Sizes · 2 · Price". */
export function useFieldName(namespace: FormNamespace): (path: string) => string {
  const { t } = useTranslation("admin")
  const text = useCodeText(namespace)
  const specification = useCodeText("shop")
  const nameOf = (part: string) => text(`fields.${part}`, specification(`product.specs.${part}`, part))
  return (path) => {
    const parts = path.split(".").filter((part) => part !== "customization" && part !== "seo")
    const language = parts.length > 1 ? parts.at(-1) : ""
    const isText = language === "en" || language === "hi"
    const label = (isText ? parts.slice(0, -1) : parts)
      .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : nameOf(part)))
      .join(" · ")
    return isText ? t(language === "en" ? "inEnglish" : "inHindi", { label }) : label
  }
}

/** Functions that translate the server's codes; an unknown code is shown as it is. */
export function useLabels() {
  const { t } = useTranslation("admin")
  const label = useCodeText("admin")
  return {
    method: (name: string) => label(`methods.${name}`, name),
    event: (name: string) => label(`events.${name.replace(".", "_")}`, name),
    activity: (name: string) => label(`activity.${name.replace(".", "_")}`, name),
    cause: (name: string) => label(`causes.${name.replaceAll(" ", "_")}`, name),
    /** The author of a change: the shop's own command by its translated name, a person by theirs. */
    actor: (name: string) => (name === "sample shop" ? t("sampleShop") : name),
    orderStatus: (name: string) => label(`orderStatuses.${name}`, name),
    orderPayment: (name: string) => label(`orderPayments.${name}`, name),
    status: (name: string) => label(`statuses.${name}`, name),
  }
}
