import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { EmptyState } from "@/components/empty-state"
import { Link } from "@/components/link"
import { Spinner } from "@/components/spinner"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { Pager } from "@/features/admin/shared/pager"
import { readPage } from "@/features/admin/shared/read-page"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { ClaimCard } from "./claim-card"
import { CLAIMS_PAGE_SIZE, type ClaimRow, type ClaimStatus, claimsKey, claimsQuery } from "./claim-queries"

/** What staff have to do, in the order of the work; then all there are. */
const tabs = ["opened", "approval", "approved", "all"] as const
type Tab = (typeof tabs)[number]
const statusOf = (tab: Tab): ClaimStatus | null => (tab === "all" ? null : tab)

const addressOf = (tab: Tab, page = 1) => {
  const params = new URLSearchParams()
  if (tab !== "opened") params.set("status", tab)
  if (page > 1) params.set("page", String(page))
  return `?${params}`
}

/** Claims under the money-back promise: those to decide, those that wait for a second person, those to pay. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const [params] = useSearchParams()
  const tab = tabs.find((name) => name === params.get("status")) ?? "opened"
  const page = readPage(params, 10_000)
  const client = useQueryClient()
  const claims = useQuery(claimsQuery(statusOf(tab), page))
  const renew = () => void client.invalidateQueries({ queryKey: claimsKey })

  // A changed order may move its claim off this page: only a refetch knows.
  useRefetchingTopic("staff:orders", renew)
  const problem = {
    title: t("claims.loadFailed"),
    error: claims.error,
    retrying: claims.isFetching,
    onRetry: () => void claims.refetch(),
  }
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
          to: addressOf(name),
          chosen: name === tab,
        }))}
      />
      <div className="mt-4 space-y-4">
        {claims.data && claims.error && <RenewProblem {...problem} />}
        {claims.data ? (
          <section aria-label={t("claims.title")} aria-busy={claims.isPlaceholderData}>
            {claims.data.claims.length === 0 ? (
              <EmptyState title={t("claims.empty")} />
            ) : (
              <ul
                className={cx(
                  "divide-y divide-line rounded-md border border-line bg-paper transition-opacity",
                  claims.isPlaceholderData && "opacity-60",
                )}
              >
                {claims.data.claims.map((claim) => (
                  <li key={`${claim.claimId} ${claim.status}`} className="px-4 py-5 text-sm sm:px-5">
                    <ClaimCard claim={claim} about={<OfOrder claim={claim} />} />
                  </li>
                ))}
              </ul>
            )}
            <Pager
              page={page}
              totalPages={claims.data.pagination.totalPages}
              total={claims.data.pagination.total}
              pageSize={CLAIMS_PAGE_SIZE}
              shown={claims.data.claims.length}
              hrefFor={(other) => addressOf(tab, other)}
            />
          </section>
        ) : claims.error ? (
          <LoadProblem {...problem} />
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
            <Spinner /> {t("claims.loading")}
          </p>
        )}
      </div>
    </>
  )
}

function OfOrder({ claim: { orderId, customer } }: { claim: ClaimRow }) {
  return (
    <p className="mt-2">
      <Link
        to={`/admin/order-management?search=${encodeURIComponent(orderId)}&order=${encodeURIComponent(orderId)}`}
        className="inline-flex min-h-6 items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {orderId}
      </Link>
      {customer && <span className="text-ink-soft"> · {customer}</span>}
    </p>
  )
}
