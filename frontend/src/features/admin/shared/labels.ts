import { hasText, type TextKey, useTranslation } from "@/i18n"
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

/** Functions that translate the server's codes; an unknown code is shown as it is. */
export function useLabels() {
  const { t } = useTranslation("admin")
  const label = (key: string, code: string) => (hasText("admin", key) ? t(key as TextKey<"admin">) : code)
  return {
    method: (name: string) => label(`methods.${name}`, name),
    event: (name: string) => label(`events.${name.replace(".", "_")}`, name),
    activity: (name: string) => label(`activity.${name.replace(".", "_")}`, name),
    cause: (name: string) => label(`causes.${name.replaceAll(" ", "_")}`, name),
    /** Who did something; a command of ours has a name, people are called by theirs. */
    actor: (name: string) => (name === "sample shop" ? t("sampleShop") : name),
    orderStatus: (name: string) => label(`orderStatuses.${name}`, name),
    orderPayment: (name: string) => label(`orderPayments.${name}`, name),
    status: (name: string) => label(`statuses.${name}`, name),
  }
}
