import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { SteadyList } from "@/features/admin/shared/table/steady-list"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { ClaimCard } from "./claim-card"
import { claimsKey, claimsQuery } from "./queries"

/** The statuses in which staff have to act, in the order of the work; then all claims. */
const tabs = ["opened", "approval", "approved", "all"] as const

const list = listFilters(z.object({ status: oneOf(tabs, "opened"), page: pageNumber(10_000) }))

/** Claims under the money-back promise: to decide, waiting for a second approval, to pay. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { filters } = useListFilters(list)
  const { status: tab, page } = filters
  // A changed order may move its claim off this page: only a refetch knows.
  const wanted = claimsQuery(tab === "all" ? undefined : tab, page)
  const { query, renew } = useListQuery(wanted, claimsKey, "staff:orders")
  const { claims: rows = [], pagination } = query.data ?? {}
  return (
    <ListPage
      title={t("claims.title")}
      intro={t("claims.intro")}
      list={list}
      query={query}
      renew={renew}
      loading={t("claims.loading")}
      failed={t("claims.loadFailed")}
      tabs={{
        label: t("columns.status"),
        names: tabs,
        title: (name) => t(`claims.tabs.${name}`),
        count: (name) => (name === tab && !query.isPlaceholderData ? pagination?.total : undefined),
      }}
      region={t("claims.title")}
      shown={rows.length}
      empty={{ title: t("claims.empty") }}
      pagination={pagination}
    >
      {(frame) => (
        <SteadyList
          key={`${tab} ${page}`}
          rows={rows}
          idOf={(claim) => claim.claimId}
          itemClassName="px-4 py-5 text-sm sm:px-5"
          frame={frame}
        >
          {(claim) => <ClaimCard key={claim.status} claim={claim} withOrder />}
        </SteadyList>
      )}
    </ListPage>
  )
}
