import { type QueryKey, useQuery } from "@tanstack/react-query"
import { Link } from "@/components/link"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/shared/labels"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { StatementTabs } from "@/features/admin/statements/statement-tabs"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { formatMonth, isMonth } from "@/lib/time"
import { z } from "@/lib/zod"
import { BankAccounts } from "./bank-accounts"
import { LineItem, PayoutItem } from "./bank-rows"
import { bankKey, bankQuery } from "./queries"

/** What needs a person first, then the rest; the last two are lines of statements. */
const lists = ["missing", "differs", "waiting", "matched", "unknown", "lines"] as const

const bankFilters = listFilters(
  z.object({
    status: oneOf(lists, "missing"),
    month: z.string().refine(isMonth).catch(""),
    page: pageNumber(),
  }),
)

type Rows = Schemas["PayoutList"] | Schemas["BankLineList"]

/** A page of one of the lists: payouts, or lines of statements. */
const rowsQuery = ({ status, ...filters }: typeof bankFilters.none) =>
  pageQuery<Rows, QueryKey>(
    [...bankKey, "rows", status, filters],
    status === "lines" || status === "unknown"
      ? read("/api/admin/bank/lines", { query: { ...filters, status: status === "lines" ? "" : status } })
      : read("/api/admin/bank/payouts", { query: { ...filters, status } }),
  )

/** The bank's own statements against the payouts that should have arrived. */
export function Component() {
  const { t, i18n } = useTranslation(["bank", "admin"])
  const { filters } = useListFilters(bankFilters)
  const { status, month } = filters
  const { query: bank, renew } = useListQuery(bankQuery, bankKey, "staff:bank")
  const query = useQuery(rowsQuery(filters))
  const { data } = query
  const rows =
    data && "lines" in data
      ? data.lines.map((row) => (
          <li key={row._id} data-row={row._id} className="px-4 py-4 text-sm sm:px-5">
            <LineItem row={row} />
          </li>
        ))
      : data?.payouts.map((row) => <PayoutItem key={row._id} row={row} />)
  return (
    <ListPage
      title={t("title")}
      actions={<ExportButton kind="payouts" filters={{ month }} />}
      list={bankFilters}
      query={query}
      renew={renew}
      loading={t("loading")}
      failed={t("failed")}
      above={
        <>
          <StatementTabs chosen="bank" />
          <p className="mt-3 max-w-prose text-ink-soft text-sm">{t("intro")}</p>
          <div className="mt-6 space-y-8">
            <Loaded query={bank} loading={t("loading")} failed={t("failed")}>
              {(overview) => (
                <div className="space-y-8">
                  <BankAccounts {...overview} />
                  <Months months={overview.months} />
                </div>
              )}
            </Loaded>
            <h2 className="text-xl">
              {month ? t("lists.ofMonth", { month: formatMonth(month, i18n.language) }) : t("lists.title")}
            </h2>
          </div>
        </>
      }
      tabs={{
        label: t("lists.title"),
        names: lists,
        title: (name) => t(`lists.${name}`),
      }}
      region={t(`lists.${status}`)}
      shown={rows?.length ?? 0}
      empty={{ title: t(`empty.${status}`) }}
      pagination={data?.pagination}
    >
      <ul className="divide-y divide-line">{rows}</ul>
    </ListPage>
  )
}

const columns = ["matched", "differs", "missing", "waiting", "unknown"] as const

function Months({ months }: { months: Schemas["BankMonth"][] }) {
  const { t, i18n } = useTranslation("bank")
  const { filters, addressOf } = useListFilters(bankFilters)
  if (months.length === 0) return null
  const figures = [t("months.expected"), t("months.arrived"), ...columns.map((name) => t(`lists.${name}`))]
  return (
    <div>
      <h2 className="mb-3 text-xl">{t("months.title")}</h2>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs a way in without a mouse.
        tabIndex={0}
        aria-label={t("months.title")}
        className="overflow-x-auto rounded-md border border-line bg-paper"
      >
        <table className="w-full text-sm tabular-nums">
          <thead className="border-line border-b text-ink-soft">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-medium sm:px-5">
                {t("months.month")}
              </th>
              {figures.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {months.map((row) => (
              <tr key={row.month} aria-current={row.month === filters.month || undefined}>
                <th scope="row" className="whitespace-nowrap px-4 py-1 text-left font-medium sm:px-5">
                  <TextLink
                    to={addressOf({ month: row.month === filters.month ? "" : row.month })}
                    preventScrollReset
                    className="min-h-9"
                  >
                    {formatMonth(row.month, i18n.language)}
                  </TextLink>
                </th>
                <td className="px-3 py-1 text-right" translate="no">
                  {formatRupees(row.expected)}
                </td>
                <td className="px-3 py-1 text-right" translate="no">
                  {formatRupees(row.arrived)}
                </td>
                {columns.map((name) => (
                  <td key={name} className="px-3 py-1 text-right">
                    {row[name] === 0 ? (
                      <span className="text-ink-faint">0</span>
                    ) : (
                      <Link
                        to={addressOf({ status: name, month: row.month })}
                        preventScrollReset
                        aria-label={`${t(`lists.${name}`)}: ${formatCount(row[name])}`}
                        className="inline-flex min-h-9 min-w-6 items-center justify-end underline underline-offset-4 hover:text-accent pointer-coarse:min-h-11"
                      >
                        {formatCount(row[name])}
                      </Link>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
