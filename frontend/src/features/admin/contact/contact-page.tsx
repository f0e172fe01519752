import { useSearchParams } from "react-router-dom"
import { Link } from "@/components/link"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { DataTable } from "@/features/admin/shared/table/data-table"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { TimelineView } from "@/features/admin/support/timeline-view"
import { useTranslation } from "@/i18n"
import { ticketFilters, ticketStatuses, useTickets } from "./queries"
import { TicketBadge } from "./ticket-panel"

/** Contact enquiries: the list, or one of them with its timeline, by the URL. */
export function Component() {
  const { t } = useTranslation("support")
  const [params] = useSearchParams()
  const { filters, addressOf } = useListFilters(ticketFilters)
  const opened = params.get("ticket")
  if (!opened) return <TicketList />
  return (
    <>
      <ListHead title={t("tickets.title")} />
      <TimelineView
        key={opened}
        subject={`ticket:${opened}`}
        back={{ to: addressOf({ page: filters.page }), text: t("tickets.back") }}
      />
    </>
  )
}

function TicketList() {
  const { t } = useTranslation("support")
  const { filters, addressOf } = useListFilters(ticketFilters)
  const { query, rows, waiting, counts, pagination, renew } = useTickets(filters)
  return (
    <ListPage
      title={t("tickets.title")}
      intro={t("tickets.intro")}
      list={ticketFilters}
      query={query}
      renew={renew}
      loading={t("tickets.loading")}
      failed={t("tickets.failed")}
      tabs={{
        label: t("tickets.which"),
        names: ticketStatuses,
        title: (name) => t(`tickets.statuses.${name}`),
        count: (name) => counts?.[name],
      }}
      search={{ label: t("tickets.search"), hint: t("tickets.searchHint") }}
      waiting={{ count: waiting, label: t("tickets.waiting", { count: waiting }), onShow: renew }}
      shown={rows.length}
      empty={
        filters.search
          ? { title: t("tickets.nothing"), text: t("tickets.nothingText") }
          : { title: t(`tickets.none.${filters.status}`) }
      }
      pagination={pagination}
    >
      <DataTable
        label={t("tickets.title")}
        cells={{
          message: ({ number, topic, message }) => (
            <>
              <Link
                to={addressOf({ page: filters.page }, { ticket: number })}
                className="inline-flex min-h-11 flex-wrap items-center gap-x-3 font-medium text-accent underline-offset-4 hover:underline"
              >
                {t(`tickets.topics.${topic}`)}
                <span className="font-normal text-ink-soft text-xs tabular-nums" translate="no">
                  {number}
                </span>
              </Link>
              <span className="line-clamp-2 max-w-prose wrap-anywhere text-ink-soft">{message}</span>
            </>
          ),
          from: ({ name, email, orderId }) => (
            <div translate="no">
              {name}
              <span className="block break-all text-ink-soft text-xs">{email}</span>
              {orderId && (
                <span className="block break-all text-ink-soft text-xs tabular-nums">{orderId}</span>
              )}
            </div>
          ),
          status: ({ status }) => <TicketBadge status={status} />,
          date: ({ createdAt }) => (
            <StaffTime at={createdAt} className="whitespace-nowrap text-ink-soft tabular-nums" />
          ),
        }}
        title={(name) => t(`tickets.${name}`)}
        rows={rows}
        keyOf={({ _id }) => _id}
        versionOf={({ version }) => version}
      />
    </ListPage>
  )
}
