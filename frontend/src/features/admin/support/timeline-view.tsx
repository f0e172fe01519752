import { type ReactNode, useState } from "react"
import { Badge } from "@/components/badge"
import { Button, ButtonLink } from "@/components/button"
import { SectionBoundary } from "@/components/section-boundary"
import { PageSpinner } from "@/components/spinner"
import { TicketPanel } from "@/features/admin/contact/ticket-panel"
import { BackLink } from "@/features/admin/shared/back-link"
import { FactList } from "@/features/admin/shared/fact-list"
import { useLabels } from "@/features/admin/shared/labels"
import { Fetched, RenewProblem } from "@/features/admin/shared/load-problem"
import { orderAddress } from "@/features/admin/shared/record-address"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { TextLink } from "@/features/admin/shared/text-link"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { useTranslation } from "@/i18n"
import { useLiveQuery, useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { AnswerForm } from "./answer-form"
import { CustomerViewDialog } from "./customer-view"
import { MailList } from "./mail-list"
import { HandOver, NoteForm } from "./note-form"
import { type SupportTimeline, timelineQuery } from "./queries"
import { Timeline } from "./timeline"

/** Throttle: a burst of order events causes one refetch. */
const RENEW_EVERY_MS = 1_000

type TimelineViewProps = { subject: string; back: { to: string; text: string } }

/** One timeline, live: notes and mails by its own topic, the order and its newest payment by theirs. */
export function TimelineView({ subject, back }: TimelineViewProps) {
  const { t } = useTranslation("support")
  // The answer to a subscription is a payload, too: whatever changed before it is in the refetch.
  const query = useLiveQuery(`support:${subject}`, timelineQuery(subject))
  const { data } = query
  const renew = useThrottled(() => void query.refetch(), RENEW_EVERY_MS)
  const newest = data?.payments.at(-1)?.transactionId
  useTopicEvents(data?.orderId ? `order:${data.orderId}` : null, renew)
  useTopicEvents(newest ? `payment:${newest}` : null, renew)

  const failed = t("timeline.failed")
  return (
    <>
      <BackLink to={back.to}>{back.text}</BackLink>
      <Fetched query={query} loading={<PageSpinner label={t("timeline.loading")} />} failed={failed}>
        {(data) => (
          <div className="mt-3 space-y-5">
            <RenewProblem query={query} failed={failed} />
            <SectionBoundary>
              <Head timeline={data} />
            </SectionBoundary>
            <SectionBoundary>
              {data.ticket && <TicketPanel ticket={data.ticket} timeline={data} />}
            </SectionBoundary>
            <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
              <Panel title={t("timeline.timeline")}>
                <Timeline entries={data.entries} />
              </Panel>
              <div className="space-y-5">
                <Panel title={t("answer.title")}>
                  <AnswerForm timeline={data} />
                </Panel>
                <Panel title={t("note.title")}>
                  <NoteForm subject={data.subject} />
                </Panel>
                <Panel title={t("timeline.mails")}>
                  <MailList mails={data.mails} none={t("queue.mailsNone")} />
                </Panel>
              </div>
            </div>
          </div>
        )}
      </Fetched>
    </>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-paper p-4 sm:p-5">
      <h2 className="text-lg">{title}</h2>
      <SectionBoundary>{children}</SectionBoundary>
    </section>
  )
}

function Head({ timeline }: { timeline: SupportTimeline }) {
  const { t, i18n } = useTranslation("support")
  const labels = useLabels()
  const [looking, setLooking] = useState(false)
  const { customer } = timeline
  const language = customer.language === "hi" ? "hi" : "en"
  return (
    <section
      aria-label={t("timeline.customer")}
      className="rounded-md border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-xl" translate="no">
            {customer.name || customer.email}
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            {timeline.orderId && (
              <TextLink to={orderAddress(timeline.orderId)} translate="no">
                {timeline.orderId}
              </TextLink>
            )}
            {timeline.status && <Badge>{labels.orderStatus(timeline.status)}</Badge>}
            {timeline.paymentStatus && <Badge>{labels.orderPayment(timeline.paymentStatus)}</Badge>}
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            {timeline.assignee
              ? t("timeline.assignee", { name: timeline.assignee.name })
              : t("timeline.nobody")}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {timeline.orderId && (
            <>
              <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setLooking(true)}>
                {t("view.button")}
              </Button>
              <ButtonLink
                variant="secondary"
                size="sm"
                className="min-h-11"
                to={orderAddress(timeline.orderId)}
              >
                {t("timeline.order")}
              </ButtonLink>
            </>
          )}
          <HandOver timeline={timeline} />
        </div>
      </div>
      <FactList
        facts={[
          [t("timeline.email"), customer.email],
          [t("timeline.phone"), customer.phone],
          [t("timeline.city"), customer.city],
          [t("timeline.language"), t(`timeline.languages.${language}`)],
          [t("timeline.amount"), timeline.amount === null ? "" : formatRupees(timeline.amount)],
        ]}
        className="mt-4 grid grid-cols-2 gap-y-3 text-sm *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr] [&_dd]:select-all"
      />
      {timeline.items.length > 0 && (
        <dl className="mt-3 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          <div>
            <dt className="text-ink-soft text-xs">{t("timeline.items")}</dt>
            <dd>
              <ul>
                {timeline.items.map((item, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never change their places.
                  <li key={place} className="wrap-anywhere">
                    {item.quantity} × {(i18n.language === "hi" && item.titleHi) || item.titleEn}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
          <div>
            <dt className="text-ink-soft text-xs">{t("timeline.address")}</dt>
            <dd className="select-all wrap-anywhere" translate="no">
              {timeline.address}
            </dd>
          </div>
        </dl>
      )}
      <Payments timeline={timeline} />
      <Others timeline={timeline} />
      <CustomerViewDialog subject={timeline.subject} open={looking} onClose={() => setLooking(false)} />
    </section>
  )
}

function Payments({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const labels = useLabels()
  if (timeline.payments.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="font-text text-ink-soft text-xs">{t("timeline.payments")}</h3>
      <ul className="mt-1 space-y-1 text-sm">
        {timeline.payments.map((row) => (
          <li key={row.transactionId} className="flex flex-wrap items-center gap-x-3 tabular-nums">
            <TextLink
              to={`/admin/transactions?search=${row.transactionId}&transaction=${row.transactionId}`}
              title={t("timeline.openTransactions")}
              translate="no"
            >
              {row.transactionId}
            </TextLink>
            <Badge>{labels.status(row.status)}</Badge>
            <span translate="no">{formatRupees(row.amount)}</span>
            <StaffTime at={row.initiatedAt} className="text-ink-soft text-xs" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const labels = useLabels()
  if (timeline.others.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="font-text text-ink-soft text-xs">{t("timeline.others")}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {timeline.others.map((row) => (
          <li key={row.orderId} className="flex items-center gap-2 tabular-nums">
            <TextLink to={`/admin/support?subject=order:${row.orderId}`} translate="no">
              {row.orderId}
            </TextLink>
            <span className="text-ink-soft">
              <span translate="no">{formatRupees(row.amount)}</span> · {labels.orderStatus(row.status)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
