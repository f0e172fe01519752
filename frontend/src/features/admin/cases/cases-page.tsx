import { useQuery, useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { Link } from "@/components/link"
import { PageHead } from "@/components/page-head"
import { Spinner } from "@/components/spinner"
import { formatCount } from "@/features/admin/shared/labels"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { Pager } from "@/features/admin/shared/pager"
import { readPage } from "@/features/admin/shared/read-page"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { CaseCard } from "./case-card"
import { CASES_PAGE_SIZE, type CaseStatus, casesKey, casesQuery } from "./case-queries"

const addressOf = (status: CaseStatus, page = 1) => {
  const params = new URLSearchParams()
  if (status === "closed") params.set("status", status)
  if (page > 1) params.set("page", String(page))
  return `?${params}`
}

/** Money that does not fit an order: what we propose, and how it ended. */
export function Component() {
  const { t } = useTranslation("admin")
  const [params] = useSearchParams()
  const status: CaseStatus = params.get("status") === "closed" ? "closed" : "open"
  const page = readPage(params)
  const client = useQueryClient()
  const cases = useQuery(casesQuery(status, page))
  const renew = () => void client.invalidateQueries({ queryKey: casesKey })

  // A pushed change may move a case off this page: only a refetch knows.
  useRefetchingTopic("staff:cases", renew)
  const problem = {
    title: t("cases.failed"),
    error: cases.error,
    retrying: cases.isFetching,
    onRetry: () => void cases.refetch(),
  }
  return (
    <>
      <PageHead title={t("cases.title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("cases.title")}</h1>
        <Button variant="secondary" size="sm" busy={cases.isFetching} onClick={renew}>
          {!cases.isFetching && <RotateCw aria-hidden="true" className="size-4" />}
          {t("cases.refresh")}
        </Button>
      </div>
      <p className="mt-1 text-ink-soft text-sm">{t("cases.intro")}</p>
      <StatusTabs status={status} open={cases.data?.statistics.open} />
      <div className="mt-4 space-y-4">
        {cases.data && cases.error && <RenewProblem {...problem} />}
        {cases.data ? (
          <section aria-label={t("cases.region")} aria-busy={cases.isPlaceholderData}>
            {cases.data.cases.length === 0 ? (
              <EmptyState title={status === "open" ? t("cases.empty") : t("cases.emptyClosed")}>
                {status === "open" && t("cases.emptyText")}
              </EmptyState>
            ) : (
              <ul
                className={cx(
                  "divide-y divide-line rounded-md border border-line bg-paper transition-opacity",
                  cases.isPlaceholderData && "opacity-60",
                )}
              >
                {cases.data.cases.map((row) => (
                  <CaseCard key={row._id} row={row} />
                ))}
              </ul>
            )}
            <Pager
              page={page}
              totalPages={cases.data.pagination.totalPages}
              total={cases.data.pagination.total}
              pageSize={CASES_PAGE_SIZE}
              shown={cases.data.cases.length}
              hrefFor={(other) => addressOf(status, other)}
            />
          </section>
        ) : cases.error ? (
          <LoadProblem {...problem} />
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
            <Spinner /> {t("cases.loading")}
          </p>
        )}
      </div>
    </>
  )
}

function StatusTabs({ status, open }: { status: CaseStatus; open: number | undefined }) {
  const { t } = useTranslation("admin")
  return (
    <nav aria-label={t("cases.statuses")} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {(["open", "closed"] as const).map((name) => (
          <li key={name}>
            <Link
              to={addressOf(name)}
              aria-current={name === status ? "page" : undefined}
              className={cx(
                "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm transition-colors",
                name === status
                  ? "border-ink bg-ink text-ground"
                  : "border-line-strong hover:border-accent hover:text-accent",
              )}
            >
              {t(`cases.${name}`)}
              {name === "open" && open !== undefined && (
                <span className="tabular-nums">{formatCount(open)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
