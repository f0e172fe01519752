import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { SteadyList } from "@/features/admin/shared/table/steady-list"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { z } from "@/lib/zod"
import { CaseCard } from "./case-card"
import { casesKey } from "./queries"

const list = listFilters(z.object({ status: oneOf(["closed"], "open"), page: pageNumber() }))
const casesQuery = (filters: typeof list.none) =>
  pageQuery([...casesKey, filters], read("/api/admin/cases", { query: filters }))

/** Cases of money that matches no order, with the proposed step and the outcome. */
export function Component() {
  const { t } = useTranslation("admin")
  const { filters } = useListFilters(list)
  // A pushed change may move a case off this page: only a refetch knows.
  const { query, renew } = useListQuery(casesQuery(filters), casesKey, "staff:cases")
  const { cases: rows = [], statistics, pagination } = query.data ?? {}
  return (
    <ListPage
      title={t("cases.title")}
      intro={t("cases.intro")}
      list={list}
      query={query}
      renew={renew}
      loading={t("cases.loading")}
      failed={t("cases.failed")}
      tabs={{
        label: t("cases.statuses"),
        names: ["open", "closed"],
        title: (name) => t(`cases.${name}`),
        count: (name) => (name === "open" ? statistics?.open : undefined),
      }}
      region={t("cases.region")}
      shown={rows.length}
      empty={
        filters.status === "open"
          ? { title: t("cases.empty"), text: t("cases.emptyText") }
          : { title: t("cases.emptyClosed") }
      }
      pagination={pagination}
    >
      {(frame) => (
        <SteadyList
          key={`${filters.status} ${filters.page}`}
          rows={rows}
          idOf={(row) => row._id}
          itemClassName="px-4 py-4 sm:px-5"
          frame={frame}
        >
          {(row) => <CaseCard row={row} />}
        </SteadyList>
      )}
    </ListPage>
  )
}
