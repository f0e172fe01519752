import { useQuery } from "@tanstack/react-query"
import { ArrowRight } from "lucide-react"
import { useEffect } from "react"
import { Navigate, useSearchParams } from "react-router-dom"
import { Badge } from "@/components/badge"
import { EmptyState } from "@/components/empty-state"
import { TextField } from "@/components/field"
import { Link } from "@/components/link"
import { PageSpinner } from "@/components/spinner"
import { TicketBadge } from "@/features/admin/contact/ticket-panel"
import { ActionForm } from "@/features/admin/shared/action-form"
import { text } from "@/features/admin/shared/form-rules"
import { useLabels } from "@/features/admin/shared/labels"
import { Fetched } from "@/features/admin/shared/load-problem"
import { Panel } from "@/features/admin/shared/panel"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { z } from "@/lib/zod"
import { useUser } from "@/stores/session"
import { MailList } from "./mail-list"
import { queueQuery, type SupportResult, searchQuery } from "./queries"
import { TimelineView } from "./timeline-view"

const LONGEST_SEARCH = 100

/** The support queue: search, open work, or one timeline, by the URL. */
export function Component() {
  const { t } = useTranslation("support")
  const [params] = useSearchParams()
  const q = (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH)
  const subject = params.get("subject") ?? ""
  return (
    <>
      <ListHead title={t("title")} />
      <Search q={q} />
      {subject ? (
        <TimelineView
          key={subject}
          subject={subject}
          back={{ to: q ? `?q=${encodeURIComponent(q)}` : "?", text: t("timeline.back") }}
        />
      ) : q ? (
        <Results q={q} />
      ) : (
        <DeskView />
      )}
    </>
  )
}

function Search({ q }: { q: string }) {
  const { t } = useTranslation("support")
  const [, setParams] = useSearchParams()
  const form = useFormAction({
    schema: z.object({ q: text }),
    start: { q },
    act: async ({ q }) => setParams(q ? { q } : {}),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search in the URL.
  useEffect(() => {
    form.set("q", q)
  }, [q])
  return (
    <search>
      <ActionForm form={form} submit={t("find")} className="mt-3 flex max-w-2xl items-end gap-3">
        <TextField
          className="flex-1"
          label={t("search")}
          type="search"
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          {...form.field("q")}
        />
      </ActionForm>
    </search>
  )
}

function Results({ q }: { q: string }) {
  const { t } = useTranslation("support")
  const query = useQuery(searchQuery(q))
  return (
    <Fetched query={query} loading={<PageSpinner label={t("searching")} />} failed={t("searchFailed")}>
      {({ found, exact }) => {
        const [only, another] = found
        // An exact id opens its timeline. Without the search in the URL, which would open it again on Back.
        if (exact && only && !another) {
          return <Navigate replace to={`?${new URLSearchParams({ subject: only.subject })}`} />
        }
        return found.length === 0 ? (
          <EmptyState title={t("nothing")}>{t("nothingText")}</EmptyState>
        ) : (
          <section aria-label={t("results")} className="mt-6">
            <ul className="divide-y divide-line rounded-md border border-line bg-paper">
              {found.map((row) => (
                <FoundRow key={row.subject} row={row} q={q} />
              ))}
            </ul>
          </section>
        )
      }}
    </Fetched>
  )
}

function FoundRow({ row, q }: { row: SupportResult; q: string }) {
  const { t } = useTranslation("support")
  const labels = useLabels()
  const to = `?${new URLSearchParams({ q, subject: row.subject })}`
  return (
    <li className="relative grid gap-x-6 gap-y-1 px-4 py-3.5 text-sm transition-colors hover:bg-ground sm:grid-cols-[1fr_auto] sm:px-5">
      <h2 className="font-text text-base">
        <Link to={to} translate="no" className="after:absolute after:inset-0">
          {row.name || row.email}
        </Link>
      </h2>
      <span className="flex flex-wrap items-center gap-2 sm:justify-end">
        {row.amount !== null && (
          <span className="font-medium tabular-nums" translate="no">
            {formatRupees(row.amount)}
          </span>
        )}
        {row.ticketStatus ? (
          <>
            <Badge>{t("kinds.contact")}</Badge>
            <TicketBadge status={row.ticketStatus} />
          </>
        ) : (
          <Badge>{row.status ? labels.orderStatus(row.status) : t("account")}</Badge>
        )}
        {row.paymentStatus && <Badge>{labels.orderPayment(row.paymentStatus)}</Badge>}
      </span>
      <p className="wrap-anywhere text-ink-soft tabular-nums" translate="no">
        {[row.orderId, row.ticketNumber, row.email, row.phone].filter(Boolean).join(" · ")}
      </p>
      <StaffTime at={row.at} className="text-ink-soft text-xs tabular-nums sm:text-right" />
    </li>
  )
}

function DeskView() {
  const { t, i18n } = useTranslation("support")
  const { user } = useUser()
  const query = useLiveQuery("staff:support", queueQuery)
  return (
    <Fetched query={query} loading={<PageSpinner label={t("queue.loading")} />} failed={t("queue.failed")}>
      {(data) => (
        <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
          {data.openTickets > 0 && (
            <Link
              to="/admin/contact"
              className="inline-flex min-h-11 items-center gap-2 justify-self-start text-accent text-sm underline underline-offset-4 lg:col-span-2"
            >
              {t("queue.openTickets", { count: data.openTickets })}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          )}
          <Panel title={t("queue.threads")}>
            {data.threads.length === 0 && (
              <p className="py-6 text-ink-soft text-sm">{t("queue.threadsNone")}</p>
            )}
            <ul className="mt-2 divide-y divide-line text-sm empty:hidden">
              {data.threads.map(
                ({ subject, name, assignee, text: note, orderId, ticketNumber, assignedAt }) => (
                  <li key={subject} className="relative py-3 transition-colors hover:bg-ground">
                    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <Link
                        to={`?subject=${encodeURIComponent(subject)}`}
                        className="font-medium after:absolute after:inset-0"
                        translate="no"
                      >
                        {name}
                      </Link>
                      <Badge tone={assignee._id === user?._id ? "accent" : "neutral"}>
                        {assignee._id === user?._id
                          ? t("queue.mine")
                          : t("queue.with", { name: assignee.name })}
                      </Badge>
                    </div>
                    <p className="whitespace-pre-line wrap-anywhere">{note}</p>
                    <p className="text-ink-soft text-xs tabular-nums">
                      {[orderId ?? ticketNumber, formatStaffDateTime(assignedAt, i18n.language)]
                        .filter(Boolean)
                        .join(" · ")}
                    </p>
                  </li>
                ),
              )}
            </ul>
          </Panel>
          <Panel title={t("queue.mails")}>
            <p className="flex gap-3 text-sm">
              {data.failedMails > 0 && (
                <span className="text-danger">{t("queue.failedCount", { count: data.failedMails })}</span>
              )}
              {data.lateMails > 0 && (
                <span className="text-warning">{t("queue.lateCount", { count: data.lateMails })}</span>
              )}
            </p>
            <MailList mails={data.mails} none={t("queue.mailsNone")} linked />
          </Panel>
        </div>
      )}
    </Fetched>
  )
}
