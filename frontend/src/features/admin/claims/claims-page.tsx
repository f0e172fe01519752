import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@/components/link"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { SteadyList } from "@/features/admin/shared/table/steady-list"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { ClaimCard } from "./claim-card"
import { type ClaimRow, claimsKey, claimsQuery } from "./claim-queries"

/** The statuses in which staff have to act, in the order of the work; then all claims. */
const tabs = ["opened", "approval", "approved", "all"] as const

const list = listFilters(z.object({ status: oneOf(tabs, "opened"), page: pageNumber(10_000) }))

/** Claims under the money-back promise: to decide, waiting for a second approval, to pay. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { filters, addressOf } = useListFilters(list)
  const { status: tab, page } = filters
  const client = useQueryClient()
  const claims = useQuery(claimsQuery(tab === "all" ? null : tab, page))
  const renew = () => void client.invalidateQueries({ queryKey: claimsKey })

  // A changed order may move its claim off this page: only a refetch knows.
  useRefetchingTopic("staff:orders", renew)
  return (
    <>
      <ListHead
        title={t("claims.title")}
        refresh={{ label: t("refresh"), busy: claims.isFetching, onPress: renew }}
      />
      <p className="mt-1 text-ink-soft text-sm">{t("claims.intro")}</p>
      <StatusTabs
        label={t("columns.status")}
        tabs={tabs.map((name) => ({
          name,
          title: t(`claims.tabs.${name}`),
          count: name === tab && !claims.isPlaceholderData ? claims.data?.pagination.total : undefined,
          to: addressOf({ status: name }),
          chosen: name === tab,
        }))}
      />
      <div className="mt-3 space-y-3">
        <Loaded query={claims} loading={t("claims.loading")} failed={t("claims.loadFailed")}>
          {({ claims: rows, pagination }) => (
            <SteadyList
              key={`${tab} ${page}`}
              rows={rows}
              idOf={(claim) => claim.claimId}
              className="divide-y divide-line"
              itemClassName="px-4 py-5 text-sm sm:px-5"
              frame={(list, shown) => (
                <Paged
                  label={t("claims.title")}
                  shown={shown}
                  empty={{ title: t("claims.empty") }}
                  pages={{ ...pagination, hrefFor: (other) => addressOf({ page: other }) }}
                >
                  {list}
                </Paged>
              )}
            >
              {(claim) => (
                <ClaimCard key={claim.status} claim={claim} about={<NewestPaymentRedirect claim={claim} />} />
              )}
            </SteadyList>
          )}
        </Loaded>
      </div>
    </>
  )
}

function NewestPaymentRedirect({ claim: { orderId, customer } }: { claim: ClaimRow }) {
  return (
    <p className="mt-2">
      <Link
        to={`/admin/order-management?search=${encodeURIComponent(orderId)}&order=${encodeURIComponent(orderId)}`}
        className="inline-flex min-h-6 items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
        translate="no"
      >
        {orderId}
      </Link>
      {customer && <span className="text-ink-soft"> · {customer}</span>}
    </p>
  )
}
