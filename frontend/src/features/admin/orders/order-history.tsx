import { useCodeText } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"

/** Status history of the order with its authors, newest first. */
export function OrderHistory({ events }: { events: readonly Schemas["AdminOrderEvent"][] }) {
  const { t } = useTranslation("adminOrders")
  const text = useCodeText("adminOrders")
  const nameOf = ({ name, cause, data }: Schemas["AdminOrderEvent"]) => {
    if (name === "order.confirmed" && cause === "free") return t("events.free_confirmed")
    const event = text(`events.${name.replace("order.", "")}`, name)
    if (typeof data.payTo === "string" && data.payTo) return t("payToEvent", { event, payTo: data.payTo })
    const mail = text(`mails.${data.mail}`, "")
    return mail ? t("mailEvent", { event, mail }) : event
  }
  return (
    <Panel title={t("details.history")}>
      <ol className="mt-3 space-y-3 border-line border-l pl-4">
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
    </Panel>
  )
}
