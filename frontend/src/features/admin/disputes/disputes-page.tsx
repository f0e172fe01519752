import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { listFilters, oneOf, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { DeadlineText, DisputeBadge } from "./dispute-labels"
import { type DisputeRow, disputesKey, disputesQuery } from "./dispute-queries"
import { OpenDisputeDialog } from "./open-dispute-dialog"

const tabs = ["active", "won", "lost", "accepted", "closed", "all"] as const

const list = listFilters(
  z.object({ status: oneOf(tabs, "active"), search: text(), page: pageNumber(10_000) }),
)

/** Disputes: what the customers' banks claim, the nearest deadline first. */
export function Component() {
  const { t } = useTranslation("disputes")
  const { filters, addressOf, change } = useListFilters(list)
  const { status: tab, search, page } = filters
  const client = useQueryClient()
  const [opening, setOpening] = useState(false)
  const mayDecide = useMay("refunds")
  const disputes = useQuery(disputesQuery(tab === "all" ? "" : tab, search, page))
  const renew = () => void client.invalidateQueries({ queryKey: disputesKey })

  useRefetchingTopic("staff:disputes", renew)
  return (
    <>
      <ListHead
        title={t("title")}
        refresh={{ label: t("refresh"), busy: disputes.isFetching, onPress: renew }}
      >
        {mayDecide && (
          <Button size="sm" onClick={() => setOpening(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t("enter.button")}
          </Button>
        )}
      </ListHead>
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("intro")}</p>
      <StatusTabs
        label={t("status")}
        tabs={tabs.map((name) => ({
          name,
          title: t(`tabs.${name}`),
          count: name === tab && !disputes.isPlaceholderData ? disputes.data?.pagination.total : undefined,
          to: addressOf({ status: name }),
          chosen: name === tab,
        }))}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <SearchField
          label={t("search")}
          hint={t("searchHint")}
          value={search}
          onSearch={(search) => change({ search })}
        />
        {disputes.data && disputes.data.statistics.active > 0 && (
          <p className="text-ink-soft text-sm tabular-nums">
            {t("held", { amount: formatRupees(disputes.data.statistics.held) })}
          </p>
        )}
      </div>
      <div className="mt-3 space-y-3">
        <Loaded query={disputes} loading={t("loading")} failed={t("failed")}>
          {({ disputes: rows, pagination }) => (
            <Paged
              label={t("title")}
              shown={rows.length}
              empty={{ title: t("empty"), text: t("emptyText") }}
              pages={{ ...pagination, hrefFor: (other) => addressOf({ page: other }) }}
            >
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <Row key={row._id} row={row} />
                ))}
              </ul>
            </Paged>
          )}
        </Loaded>
      </div>
      {opening && <OpenDisputeDialog onClose={() => setOpening(false)} />}
    </>
  )
}

function Row({ row }: { row: DisputeRow }) {
  const { t } = useTranslation("disputes")
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-4 text-sm sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <DisputeBadge status={row.status} />
          <Link
            to={`/admin/disputes/${row._id}`}
            className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
          >
            {row._id}
          </Link>
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
