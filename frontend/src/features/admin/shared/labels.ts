import { isMethod, isStatus, type Method } from "@/features/admin/transactions/transaction-filters"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"

/** The language of numbers: both languages use Indian grouping and the same digits. */
const percent = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 1 })
const count = new Intl.NumberFormat("en-IN")

export const formatPercent = (value: number) => `${percent.format(value)}%`
export const formatCount = (value: number) => count.format(value)

const events = [
  "payment_initiated",
  "payment_opened",
  "payment_succeeded",
  "payment_failed",
  "payment_cancelled",
  "payment_expired",
  "payment_refunded",
  "payment_checked",
  "payment_reversed",
  "payment_reinstated",
  "payment_message_replayed",
  "refund_requested",
  "refund_approved",
  "refund_declined",
  "refund_started",
  "refund_checked",
  "refund_done",
  "refund_failed",
  "dispute_opened",
  "dispute_changed",
  "dispute_open",
  "dispute_under_review",
  "dispute_won",
  "dispute_lost",
  "dispute_accepted",
  "dispute_closed",
  "case_opened",
  "case_changed",
  "case_closed",
] as const
const activities = [
  "order_placed",
  "order_confirmed",
  "order_cash_confirmed",
  "order_processing",
  "order_packaging",
  "order_dispatched",
  "order_out_for_delivery",
  "order_shipped",
  "order_delivered",
  "order_cancelled",
  "order_returned",
  "order_refunded",
  "order_return_requested",
  "order_claim_opened",
  "order_mail_failed",
  "order_mail_late",
  "document_failed",
  "payment_succeeded",
  "payment_failed",
  "payment_cancelled",
  "payment_expired",
  "payment_refunded",
  "refund_requested",
  "refund_done",
  "refund_failed",
  "case_opened",
  "case_closed",
  "user_registered",
  "mail_failed",
  "mail_late",
] as const
const causes = [
  "money_back",
  "statement",
  "shopper",
  "start",
  "return",
  "webhook",
  "clock",
  "staff",
  "customer",
  "worker",
  "provider_refused_to_open",
  "amount_differs",
  "id_differs",
  "paid_twice",
  "paid_without_stock",
  "paid_after_cancel",
  "never_settled",
  "paid_unknown",
  "order",
  "goods_back",
  "code",
  "delivery",
  "refused",
  "refund_failed",
  "refund_stuck",
  "refund_approval",
  "refund_declined",
  "decided",
  "refund_differs",
  "money_reversed",
  "dispute",
  "dispute_differs",
  "dispute_unknown",
  "books_differ",
  "settled",
  "refunded",
  "balanced",
  "settled_unknown",
  "settled_differs",
  "fee_differs",
  "not_settled",
  "payout_missing",
  "payout_differs",
  "payout_unknown",
  "payout_twice",
  "matched",
  "first_count",
  "payment",
] as const
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

const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((word) => word === value)

/** Functions that translate the server's codes; an unknown code is shown as it is. */
export function useLabels() {
  const { t } = useTranslation("admin")
  return {
    method: (name: string) => (isMethod(name) ? t(methodKey(name)) : name),
    event: (name: string) => {
      const known = oneOf(events, name.replace(".", "_"))
      return known ? t(`events.${known}`) : name
    },
    activity: (name: string) => {
      const known = oneOf(activities, name.replace(".", "_"))
      return known ? t(`activity.${known}`) : name
    },
    cause: (name: string) => {
      const known = oneOf(causes, name.replaceAll(" ", "_"))
      return known ? t(`causes.${known}`) : name
    },
    /** Who did something; a command of ours has a name, people are called by theirs. */
    actor: (name: string) => (name === "sample shop" ? t("sampleShop") : name),
    orderStatus: (name: string) => {
      const known = oneOf(orderStatuses, name)
      return known ? t(`orderStatuses.${known}`) : name
    },
    orderPayment: (name: string) => {
      const known = oneOf(orderPayments, name)
      return known ? t(`orderPayments.${known}`) : name
    },
    status: (name: string) => (isStatus(name) ? t(`statuses.${name}`) : name),
  }
}

const methodKey = (name: Method) => `methods.${name}` as const
