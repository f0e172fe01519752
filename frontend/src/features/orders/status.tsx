import { Badge, type Tone } from "@/components/badge"
import { hasText, useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import { progressOf } from "./progress"

const tones: Record<string, Tone> = {
  pending: "warning",
  delivered: "success",
  cancelled: "neutral",
  returned: "neutral",
  refunded: "neutral",
}

const paymentNames = ["pending", "paid", "failed", "refunded"] as const

export const paymentName = (status: string) => paymentNames.find((known) => known === status) ?? "pending"

/** Return a function that gives the text of a name from the server; one without a text is shown as it is. */
export function useServerWord(): (key: string, name: string) => string {
  const { t } = useTranslation("orders")
  return (key, name) => (hasText("orders", key) ? t(key as "status.pending") : name)
}

type OrderStatusProps = {
  order: { status: string; paymentStatus: string; statusAt?: string | null }
}

/** Status of an order: a progress bar until delivery; for an ended order its date and what happens to the payment. */
export function OrderStatus({ order: { status, paymentStatus, statusAt } }: OrderStatusProps) {
  const { t, i18n } = useTranslation("orders")
  const name = useServerWord()(`status.${status}`, status)
  const progress = progressOf(status)
  return (
    <div>
      <Badge tone={tones[status] ?? "info"}>{name}</Badge>
      {progress !== null ? (
        <progress
          aria-label={t("progress", { status: name })}
          max={100}
          value={progress}
          className="bar mt-3 block h-1.5 w-full"
        />
      ) : (
        <p className="mt-2 text-sm">
          {statusAt && <>{t("since", { status: name, day: formatDate(statusAt, i18n.language) })} </>}
          <span className="text-ink-soft">{t(`money.${moneyOf(status, paymentStatus)}`)}</span>
        </p>
      )}
    </div>
  )
}

/** Return the name of the text about the payment of an order that will not be delivered. */
export function moneyOf(status: string, paymentStatus: string) {
  if (status === "refunded" || paymentStatus === "refunded") return "refunded"
  if (status === "returned") return "returned"
  return paymentStatus === "paid" ? "goesBack" : "notTaken"
}
