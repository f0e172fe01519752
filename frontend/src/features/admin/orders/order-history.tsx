import { StaffTime } from "@/features/admin/shared/staff-time"
import { hasText, useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"

const known = [
  "placed",
  "adopted",
  "payment_started",
  "payment_failed",
  "confirmed",
  "hold_ended",
  "hold_overtaken",
  "cash_chosen",
  "cash_withdrawn",
  "cash_confirmed",
  "discount_removed",
  "refused",
  "refused_back",
  "pay_to_given",
  "pay_to_removed",
  "buyer_erased",
  "processing",
  "packaging",
  "dispatched",
  "out_for_delivery",
  "shipped",
  "delivered",
  "shipment_changed",
  "certificate_given",
  "certificate_taken_back",
  "cancelled",
  "returned",
  "refunded",
  "return_requested",
  "return_approved",
  "return_rejected",
  "return_pickup",
  "return_received",
  "return_replaced",
  "return_withdrawn",
  "claim_opened",
  "claim_proposed",
  "claim_approved",
  "claim_declined",
  "claim_withdrawn",
  "claim_paid",
  "refund_started",
  "refund_done",
  "refund_failed",
  "mail_sent",
  "mail_failed",
  "mail_late",
  "invoice_issued",
  "credit_note_issued",
] as const

/** Status history of the order with its authors, newest first. */
export function OrderHistory({ events }: { events: readonly Schemas["AdminOrderEvent"][] }) {
  const { t } = useTranslation("adminOrders")
  const nameOf = ({ name, cause, data }: Schemas["AdminOrderEvent"]) => {
    if (name === "order.confirmed" && cause === "free") return t("events.free_confirmed")
    const kind = known.find((word) => `order.${word}` === name)
    const event = kind ? t(`events.${kind}`) : name
    if (typeof data.payTo === "string" && data.payTo) return t("payToEvent", { event, payTo: data.payTo })
    const mail = `mails.${data.mail}`
    return hasText("adminOrders", mail) ? t("mailEvent", { event, mail: t(mail as "mails.invoice") }) : event
  }
  return (
    <section>
      <h3 className="mb-2 font-medium font-text text-ink-soft text-sm">{t("details.history")}</h3>
      <ol className="space-y-3 border-line border-l pl-4">
        {[...events].reverse().map((event) => (
          <li key={`${event.at} ${event.name}`}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{nameOf(event)}</span>
              <StaffTime at={event.at} className="text-ink-soft text-xs tabular-nums" />
            </p>
            {event.by && (
              <p className="text-ink-soft">
                {t("details.by", { name: event.by === "guest" ? t("row.guest") : event.by })}
              </p>
            )}
            {typeof event.data.withheld === "number" && (
              <p>{t("withheldEvent", event.data as { sent: number; withheld: number })}</p>
            )}
            {typeof event.data.refundedSent === "number" && (
              <p className="whitespace-pre-line">
                {t("refundedSentEvent", event.data as { sent: number; refundedSent: number; reason: string })}
              </p>
            )}
            {event.note && <p className="whitespace-pre-line">{event.note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
