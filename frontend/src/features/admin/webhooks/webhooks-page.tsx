import { Link, type LinkProps } from "@/components/link"
import { useLabels } from "@/features/admin/shared/labels"
import { listFilters, oneOf, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { z } from "@/lib/zod"
import { MessageDialog } from "./message-dialog"
import { type MessageRow, messagesKey, verdictKeys } from "./queries"

const statuses = ["all", "waiting", "handled", "unknown", "refused"] as const

const list = listFilters(z.object({ status: oneOf(statuses, "all"), search: text(), page: pageNumber() }))
const messagesQuery = (filters: typeof list.none) =>
  pageQuery([...messagesKey, "list", filters], read("/api/admin/webhooks", { query: filters }))

/** The webhook inbox: messages from the provider or in its name, to search, read and replay. */
export function Component() {
  const { t } = useTranslation("webhooks")
  const { filters } = useListFilters(list)
  const { opened, linkTo, close } = useOpened("message")
  // A message that changes a payment publishes an event on that topic.
  const { query, renew } = useListQuery(messagesQuery(filters), messagesKey, "staff:transactions")
  const { messages: rows = [], statistics, pagination } = query.data ?? {}
  const counts: Partial<Record<string, number>> = { ...statistics }
  return (
    <>
      <ListPage
        title={t("title")}
        intro={t("intro")}
        list={list}
        query={query}
        renew={renew}
        loading={t("loading")}
        failed={t("failed")}
        tabs={{
          label: t("statusesLabel"),
          names: statuses,
          title: (name) => t(`statuses.${name}`),
          count: (name) => counts[name],
        }}
        search={{ label: t("search"), hint: t("search") }}
        region={t("region")}
        shown={rows.length}
        empty={{ title: t(filters.search ? "nothingFound" : `empty.${filters.status}`) }}
        pagination={pagination}
      >
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row._id} row={row} link={linkTo(row._id)} />
          ))}
        </ul>
      </ListPage>
      {opened && <MessageDialog id={opened} onClose={close} />}
    </>
  )
}

function Row({ row, link }: { row: MessageRow; link: LinkProps }) {
  const { t } = useTranslation("webhooks")
  const labels = useLabels()
  return (
    <li data-row={row._id} className="relative px-4 py-4 text-sm transition-colors hover:bg-ground sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="break-all text-base">
          <Link {...link} className="after:absolute after:inset-0">
            {row.event || t(verdictKeys[row.verdict])}
          </Link>
        </h2>
        <StaffTime at={row.receivedAt} className="text-ink-soft text-xs tabular-nums" />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        {[row.reference, row.orderId].filter(Boolean).map((id) => (
          <span key={id} className="break-all tabular-nums" translate="no">
            {id}
          </span>
        ))}
        {row.event && <span>{t(verdictKeys[row.verdict])}</span>}
        {row.copies > 1 && <span>{t("copies", { count: row.copies })}</span>}
        {row.event && !row.handledAt && <span className="text-warning">{t("waits")}</span>}
        {row.statusBefore !== row.statusAfter && (
          <span>
            {t("moved", {
              before: labels.status(row.statusBefore) || "–",
              after: labels.status(row.statusAfter) || "–",
            })}
          </span>
        )}
      </p>
    </li>
  )
}
