import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { SectionBoundary } from "@/components/section-boundary"
import { PageSpinner } from "@/components/spinner"
import { TicketPanel } from "@/features/admin/contact/ticket-panel"
import { useLabels } from "@/features/admin/shared/labels"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { useTranslation } from "@/i18n"
import { useTopic, useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { AnswerForm } from "./answer-form"
import { CustomerViewDialog } from "./customer-view"
import { MailList } from "./mail-list"
import { HandOver, NoteForm } from "./note-form"
import { type Story, storyQuery } from "./queries"
import { Timeline } from "./timeline"

/** Throttle: a burst of order events causes one refetch. */
const RENEW_EVERY_MS = 1_000

/** One story, live: notes and mails by its own topic, the order and its newest payment by theirs. */
export function StoryView({ subject }: { subject: string }) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const options = storyQuery(subject)
  const { data, error, isFetching, refetch } = useQuery(options)
  const renew = useThrottled(
    () => void client.invalidateQueries({ queryKey: options.queryKey }),
    RENEW_EVERY_MS,
  )
  // The answer to a subscription is a payload, too: whatever changed before it is in the refetch.
  useTopic<Story>(`support:${subject}`, options)
  const newest = data?.payments.at(-1)?.transactionId
  useTopicEvents(data?.orderId ? `order:${data.orderId}` : null, renew)
  useTopicEvents(newest ? `payment:${newest}` : null, renew)

  const problem = {
    title: t("story.failed"),
    error,
    retrying: isFetching,
    onRetry: () => void refetch(),
  }
  if (!data) return error ? <LoadProblem {...problem} /> : <PageSpinner label={t("story.loading")} />
  return (
    <div className="mt-3 space-y-5">
      {error && <RenewProblem {...problem} />}
      <SectionBoundary>
        <Head story={data} />
      </SectionBoundary>
      <SectionBoundary>{data.ticket && <TicketPanel ticket={data.ticket} story={data} />}</SectionBoundary>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Panel title={t("story.timeline")}>
          <Timeline entries={data.entries} />
        </Panel>
        <div className="space-y-5">
          <Panel title={t("answer.title")}>
            <AnswerForm story={data} />
          </Panel>
          <Panel title={t("note.title")}>
            <NoteForm subject={data.subject} />
          </Panel>
          <Panel title={t("story.mails")}>
            <MailList mails={data.mails} none={t("desk.mailsNone")} />
          </Panel>
        </div>
      </div>
    </div>
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

function Head({ story }: { story: Story }) {
  const { t, i18n } = useTranslation("support")
  const labels = useLabels()
  const [looking, setLooking] = useState(0)
  const [open, setOpen] = useState(false)
  const { customer } = story
  const facts: [string, string][] = [
    [t("story.email"), customer.email],
    [t("story.phone"), customer.phone],
    [t("story.city"), customer.city],
    [t("story.language"), t(customer.language === "hi" ? "story.languages.hi" : "story.languages.en")],
    [t("story.amount"), story.amount === null ? "" : formatRupees(story.amount)],
  ]
  return (
    <section aria-label={t("story.customer")} className="rounded-md border border-line bg-paper p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-xl">{customer.name || customer.email}</h2>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            {story.orderId && <span className="select-all tabular-nums">{story.orderId}</span>}
            {story.status && <Badge>{labels.orderStatus(story.status)}</Badge>}
            {story.paymentStatus && <Badge>{labels.orderPayment(story.paymentStatus)}</Badge>}
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            {story.assignee ? t("story.assignee", { name: story.assignee.name }) : t("story.nobody")}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {story.orderId && (
            <Button
              variant="secondary"
              size="sm"
              className="min-h-11"
              onClick={() => {
                setLooking(looking + 1)
                setOpen(true)
              }}
            >
              {t("view.button")}
            </Button>
          )}
          <HandOver story={story} />
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="min-w-0 first:col-span-2 sm:first:col-span-1">
                <dt className="text-ink-soft text-xs">{label}</dt>
                <dd className="select-all break-all tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {story.items.length > 0 && (
        <dl className="mt-3 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          <div>
            <dt className="text-ink-soft text-xs">{t("story.items")}</dt>
            <dd>
              <ul>
                {story.items.map((item, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never change their places.
                  <li key={place} className="break-words">
                    {item.quantity} × {(i18n.language === "hi" && item.titleHi) || item.titleEn}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
          <div>
            <dt className="text-ink-soft text-xs">{t("story.address")}</dt>
            <dd className="select-all break-words">{story.address}</dd>
          </div>
        </dl>
      )}
      <Payments story={story} />
      <Others story={story} />
      {looking > 0 && (
        <CustomerViewDialog
          key={looking}
          subject={story.subject}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function Payments({ story }: { story: Story }) {
  const { t, i18n } = useTranslation("support")
  const labels = useLabels()
  if (story.payments.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="font-text text-ink-soft text-xs">{t("story.payments")}</h3>
      <ul className="mt-1 space-y-1 text-sm">
        {story.payments.map((row) => (
          <li key={row.transactionId} className="flex flex-wrap items-center gap-x-3 tabular-nums">
            <Link
              to={`/admin/transactions?search=${row.transactionId}&transaction=${row.transactionId}`}
              title={t("story.openTransactions")}
              className="inline-flex min-h-9 items-center break-all text-accent underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {row.transactionId}
            </Link>
            <Badge>{labels.status(row.status)}</Badge>
            <span>{formatRupees(row.amount)}</span>
            <time dateTime={row.initiatedAt} className="text-ink-soft text-xs">
              {formatStaffDateTime(row.initiatedAt, i18n.language)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ story }: { story: Story }) {
  const { t } = useTranslation("support")
  const labels = useLabels()
  if (story.others.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="font-text text-ink-soft text-xs">{t("story.others")}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {story.others.map((row) => (
          <li key={row.orderId} className="flex items-center gap-2 tabular-nums">
            <Link
              to={`/admin/support?story=order:${row.orderId}`}
              className="inline-flex min-h-9 items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {row.orderId}
            </Link>
            <span className="text-ink-soft">
              {formatRupees(row.amount)} · {labels.orderStatus(row.status)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
