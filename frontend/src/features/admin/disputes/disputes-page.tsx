import { Plus } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { listFilters, oneOf, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { DeadlineText, DisputeBadge } from "./dispute-labels"
import { OpenDisputeDialog } from "./open-dispute-dialog"
import { type DisputeRow, disputesKey } from "./queries"

const tabs = ["active", "won", "lost", "accepted", "closed", "all"] as const

const list = listFilters(
  z.object({ status: oneOf(tabs, "active"), search: text(), page: pageNumber(10_000) }),
)
const disputesQuery = ({ status, ...filters }: typeof list.none) =>
  pageQuery(
    [...disputesKey, "list", status, filters],
    read("/api/admin/disputes", { query: { ...filters, status: status === "all" ? "" : status } }),
  )

/** Disputes: what the customers' banks claim, the nearest deadline first. */
export function Component() {
  const { t } = useTranslation("disputes")
  const { filters } = useListFilters(list)
  const [opening, setOpening] = useState(false)
  const mayDecide = useMay("refunds")
  const { query, renew } = useListQuery(disputesQuery(filters), disputesKey, "staff:disputes")
  const { disputes: rows = [], statistics, pagination } = query.data ?? {}
  return (
    <>
      <ListPage
        title={t("title")}
        actions={
          mayDecide && (
            <Button size="sm" onClick={() => setOpening(true)}>
              <Plus aria-hidden="true" className="size-4" />
              {t("enter.button")}
            </Button>
          )
        }
        intro={t("intro")}
        list={list}
        query={query}
        renew={renew}
        loading={t("loading")}
        failed={t("failed")}
        tabs={{
          label: t("status"),
          names: tabs,
          title: (name) => t(`tabs.${name}`),
          count: (name) =>
            name === filters.status && !query.isPlaceholderData ? pagination?.total : undefined,
        }}
        search={{
          label: t("search"),
          hint: t("searchHint"),
          aside: statistics && statistics.active > 0 && (
            <p className="text-ink-soft text-sm tabular-nums">
              {t("held", { amount: formatRupees(statistics.held) })}
            </p>
          ),
        }}
        region={t("title")}
        shown={rows.length}
        empty={{ title: t("empty"), text: t("emptyText") }}
        pagination={pagination}
      >
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </ul>
      </ListPage>
      {opening && <OpenDisputeDialog onClose={() => setOpening(false)} />}
    </>
  )
}

function Row({ row }: { row: DisputeRow }) {
  const { t } = useTranslation("disputes")
  return (
    <li
      data-row={row._id}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-4 text-sm sm:px-5"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <DisputeBadge status={row.status} />
          <TextLink to={`/admin/disputes/${row._id}`} className="font-medium">
            {row._id}
          </TextLink>
          <span className="text-ink-soft">{t(`phases.${row.phase}`)}</span>
        </p>
        <p className="mt-1 wrap-anywhere" translate="no">
          {row.customerName} · {row.orderId} · {row.gateway}
        </p>
        {row.reasonCode && <p className="text-ink-soft text-xs">{row.reasonCode}</p>}
      </div>
      <div className="ml-auto text-right">
        <p className="font-medium tabular-nums" translate="no">
          {formatRupees(row.amount)}
        </p>
        <DeadlineText dispute={row} />
      </div>
    </li>
  )
}
