import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { TextLink } from "@/features/admin/shared/text-link"
import { type SupportTimeline, timelineQuery } from "@/features/admin/support/queries"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { moveTicket, type Ticket, type TicketStatus, ticketsKey } from "./queries"

const tones: Record<TicketStatus, Tone> = { open: "warning", closed: "success", suspected: "neutral" }

export function TicketBadge({ status }: { status: TicketStatus }) {
  const { t } = useTranslation("support")
  return (
    <Badge tone={tones[status]} dot>
      {t(`tickets.statuses.${status}`)}
    </Badge>
  )
}

/** The enquiry's text, with the button to close it. */
export function TicketPanel({ ticket, timeline }: { ticket: Ticket; timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const { number } = ticket
  const move = useAction({
    act: (status: "open" | "closed") => moveTicket(number, status),
    done: ({ ticket }) => t(ticket.status === "closed" ? "tickets.nowClosed" : "tickets.nowOpen", { number }),
    renews: [timelineQuery(`ticket:${number}`).queryKey, ticketsKey],
    failed: t("tickets.moveFailed"),
  })
  const verbs = {
    open: t(ticket.status === "suspected" ? "tickets.admit" : "tickets.reopen"),
    closed: t("tickets.close"),
  }
  const ours = timeline.others.some(({ orderId }) => orderId === ticket.orderId)
  return (
    <section
      aria-label={t("tickets.message")}
      className="rounded-md border border-line bg-paper p-4 text-sm sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-lg">{t(`tickets.topics.${ticket.topic}`)}</h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-xs tabular-nums">
            <span className="select-all text-ink text-sm" translate="no">
              {number}
            </span>
            <TicketBadge status={ticket.status} />
            <StaffTime at={ticket.createdAt} />
          </p>
          {ticket.orderId && (
            <p className="mt-1 text-ink-soft">
              {t("tickets.order")}{" "}
              {ours ? (
                <TextLink to={`/admin/support?subject=order:${ticket.orderId}`} translate="no">
                  {ticket.orderId}
                </TextLink>
              ) : (
                <span className="break-all tabular-nums">
                  {t("tickets.notOurs", { order: ticket.orderId })}
                </span>
              )}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {(["open", "closed"] as const)
            .filter((status) => status !== ticket.status)
            .map((status) => (
              <Button
                key={status}
                variant="secondary"
                disabled={move.isPending}
                busy={move.isPending && move.variables === status}
                onClick={() => move.mutate(status)}
              >
                {verbs[status]}
              </Button>
            ))}
        </div>
      </div>
      {ticket.status === "suspected" && <p className="mt-3 text-ink-soft">{t("tickets.suspectedText")}</p>}
      <blockquote className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere border-accent border-l-2 pl-4 text-base">
        {ticket.message}
      </blockquote>
    </section>
  )
}
