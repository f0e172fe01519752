import { useQuery } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { ErrorNotice } from "@/components/error-notice"
import { CaseCard } from "@/features/admin/cases/case-card"
import { FileButton } from "@/features/admin/shared/file-button"
import { formatCount } from "@/features/admin/shared/labels"
import { pagesOnly, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { StatCard } from "@/features/admin/shared/stat-card"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { SteadyList } from "@/features/admin/shared/table/steady-list"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { differencesQuery, sendStatement, statementsKey, statementsQuery } from "./queries"
import { StatementTabs } from "./statement-tabs"

/** Settlement reports of the provider, and their differences from the ledger. */
export function Component() {
  const { t } = useTranslation(["statements", "admin"])
  const { page } = useListFilters(pagesOnly).filters
  const { query, renew } = useListQuery(statementsQuery(page), statementsKey, "staff:statements")
  const { statements: rows = [], statistics, pagination } = query.data ?? {}
  useTopicEvents("staff:cases", useThrottled(renew))
  return (
    <ListPage
      title={t("title")}
      list={pagesOnly}
      query={query}
      renew={renew}
      loading={t("loading")}
      failed={t("failed")}
      above={
        <>
          <StatementTabs chosen="reports" />
          <p className="mt-3 max-w-prose text-ink-soft text-sm">{t("intro")}</p>
          <UploadForm />
          {statistics && (
            <div className="mt-6 space-y-8">
              <Accounts balances={statistics.balances} />
              <Differences count={statistics.differences} />
              <h2 className="text-xl">{t("reports")}</h2>
            </div>
          )}
        </>
      }
      region={t("region")}
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
  )
}

function UploadForm() {
  const { t } = useTranslation("statements")
  const sending = useAction({ act: sendStatement, renews: [statementsKey] })
  return (
    <div className="mt-4 space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t("upload.label")}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          busy={sending.isPending}
          onChoose={([file]) => file && sending.mutate(file)}
        >
          {!sending.isPending && <Upload aria-hidden="true" className="size-4" />}
          {t("upload.button")}
        </FileButton>
        <p className="text-ink-soft text-sm">{t("upload.hint")}</p>
      </div>
      <ErrorNotice error={sending.error} title={t("upload.refused")} />
    </div>
  )
}

const accounts = [
  ...(["provider", "courier", "inTransit", "payout", "bank"] as const),
  ...(["fees", "courierFees", "payable", "disputed", "taxCredit"] as const),
]
/** Accounts that most shops have nothing on, shown once there is something. */
const seldom: readonly string[] = ["courier", "courierFees", "disputed", "taxCredit"]

function Accounts({ balances }: { balances: Schemas["LedgerBalances"] }) {
  const { t } = useTranslation("statements")
  return (
    <section aria-label={t("accounts.title")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {accounts
          .filter((name) => !seldom.includes(name) || balances[name] !== 0)
          .map((name) => (
            <StatCard
              key={name}
              label={t(`accounts.${name}`)}
              value={formatRupees(balances[name])}
              note={t(`accounts.${name}Note`)}
            />
          ))}
      </dl>
    </section>
  )
}

function Differences({ count }: { count: number }) {
  const { t } = useTranslation("statements")
  const differences = useQuery({ ...differencesQuery, enabled: count > 0 })
  return (
    <section aria-label={t("differences.title")}>
      <h2 className="mb-3 text-xl">
        {t("differences.title")} <span className="text-ink-soft tabular-nums">{formatCount(count)}</span>
      </h2>
      {count === 0 ? (
        <p className="rounded-md border border-line bg-paper px-4 py-4 text-ink-soft text-sm sm:px-5">
          {t("differences.none")}
        </p>
      ) : (
        <Loaded query={differences} loading={t("loading")} failed={t("differences.failed")}>
          {({ cases, pagination }) => (
            <>
              <SteadyList
                rows={cases}
                idOf={(row) => row._id}
                className="rounded-md border border-line bg-paper"
                itemClassName="px-4 py-4 sm:px-5"
              >
                {(row) => <CaseCard row={row} />}
              </SteadyList>
              {pagination.total > cases.length && (
                <p className="mt-3 text-ink-soft text-sm">
                  {t("differences.first", { shown: cases.length, count })}
                </p>
              )}
            </>
          )}
        </Loaded>
      )}
    </section>
  )
}

function Row({ row }: { row: Schemas["StatementRow"] }) {
  const { t, i18n } = useTranslation("statements")
  const day = (date: string) => formatDate(date, i18n.language)
  const days =
    row.firstDay === row.lastDay
      ? day(row.firstDay)
      : t("row.days", { first: day(row.firstDay), last: day(row.lastDay) })
  return (
    <li data-row={row._id} data-statement={row._id} className="px-4 py-4 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="break-all text-base">{row.name}</h3>
        <p className="text-ink-soft text-xs tabular-nums">
          <span className="select-all">{row._id}</span> · {formatStaffDateTime(row.receivedAt, i18n.language)}
        </p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft tabular-nums">
        <span>{t("row.settledOn", { days })}</span>
        <span>{t("row.lines", { count: row.lines })}</span>
        {row.linesKnown > 0 && <span>{t("row.known", { count: row.linesKnown })}</span>}
        <span>{row.receivedBy ? t("row.by", { name: row.receivedBy }) : t("row.byJob")}</span>
      </p>
      <p className="mt-2 tabular-nums">
        {row.status === "foreign" ? (
          <span className="text-danger">{t("row.foreign")}</span>
        ) : row.status === "waiting" ? (
          <span role="status" className="text-ink-soft">
            {t("row.reading", { read: formatCount(row.linesRead), lines: formatCount(row.lines) })}
          </span>
        ) : (
          t("row.settled", { settled: formatRupees(row.settled), fees: formatRupees(row.fees) })
        )}
      </p>
    </li>
  )
}
