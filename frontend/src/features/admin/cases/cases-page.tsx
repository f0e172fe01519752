import { useQuery, useQueryClient } from "@tanstack/react-query"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { SteadyList } from "@/features/admin/shared/table/steady-list"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { CaseCard } from "./case-card"
import { casesKey, casesQuery } from "./case-queries"

const list = listFilters(z.object({ status: oneOf(["closed"], "open"), page: pageNumber() }))

/** Cases of money that matches no order, with the proposed step and the outcome. */
export function Component() {
  const { t } = useTranslation("admin")
  const { filters, addressOf } = useListFilters(list)
  const { status, page } = filters
  const client = useQueryClient()
  const cases = useQuery(casesQuery(status, page))
  const renew = () => void client.invalidateQueries({ queryKey: casesKey })

  // A pushed change may move a case off this page: only a refetch knows.
  useRefetchingTopic("staff:cases", renew)
  return (
    <>
      <ListHead
        title={t("cases.title")}
        refresh={{ label: t("cases.refresh"), busy: cases.isFetching, onPress: renew }}
      />
      <p className="mt-1 text-ink-soft text-sm">{t("cases.intro")}</p>
      <StatusTabs
        label={t("cases.statuses")}
        tabs={(["open", "closed"] as const).map((name) => ({
          name,
          title: t(`cases.${name}`),
          count: name === "open" ? cases.data?.statistics.open : undefined,
          to: addressOf({ status: name }),
          chosen: name === status,
        }))}
      />
      <div className="mt-3 space-y-3">
        <Loaded query={cases} loading={t("cases.loading")} failed={t("cases.failed")}>
          {({ cases: rows, pagination }) => (
            <SteadyList
              key={`${status} ${page}`}
              rows={rows}
              idOf={(row) => row._id}
              className="divide-y divide-line"
              itemClassName="px-4 py-4 sm:px-5"
              frame={(list, shown) => (
                <Paged
                  label={t("cases.region")}
                  shown={shown}
                  empty={
                    status === "open"
                      ? { title: t("cases.empty"), text: t("cases.emptyText") }
                      : { title: t("cases.emptyClosed") }
                  }
                  pages={{ ...pagination, hrefFor: (other) => addressOf({ page: other }) }}
                >
                  {list}
                </Paged>
              )}
            >
              {(row) => <CaseCard row={row} />}
            </SteadyList>
          )}
        </Loaded>
      </div>
    </>
  )
}
