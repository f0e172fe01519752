import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { casesKey } from "@/features/admin/cases/queries"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/shared/labels"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded, type LoadedQuery } from "@/features/admin/shared/table/loaded"
import { Paged, type Pages } from "@/features/admin/shared/table/paged"
import { StatusTabs } from "@/features/admin/shared/table/status-tabs"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { StatementTabs } from "@/features/admin/statements/statement-tabs"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatMonth, isMonth } from "@/lib/time"
import { z } from "@/lib/zod"
import { BankAccounts } from "./bank-accounts"
import { LineItem, PayoutItem } from "./bank-rows"
import { type BankMonth, bankKey, bankQuery, linesQuery, payoutsQuery } from "./queries"

/** What needs a person first, then the rest; the last two are lines of statements. */
const lists = ["missing", "differs", "waiting", "matched", "unknown", "lines"] as const
type ListName = (typeof lists)[number]

const bankFilters = listFilters(
  z.object({
    list: oneOf(lists, "missing"),
    month: z.string().refine(isMonth).catch(""),
    page: pageNumber(),
  }),
)

/** The bank's own statements against the payouts that should have arrived. */
export function Component() {
  const { t, i18n } = useTranslation(["bank", "admin"])
  const { filters, addressOf } = useListFilters(bankFilters)
  const { list, month, page } = filters
  const client = useQueryClient()
  const bank = useQuery(bankQuery)
  const renew = () => {
    void client.invalidateQueries({ queryKey: bankKey })
    void client.invalidateQueries({ queryKey: casesKey })
  }
  useRefetchingTopic("staff:bank", renew)
  return (
    <>
      <ListHead title={t("title")} busy={bank.isFetching} onRefresh={renew}>
        <ExportButton kind="payouts" filters={{ month }} />
      </ListHead>
      <StatementTabs chosen="bank" />
      <p className="mt-3 max-w-prose text-ink-soft text-sm">{t("intro")}</p>
      <div className="mt-6 space-y-8">
        <Loaded query={bank} loading={t("loading")} failed={t("failed")}>
          {({ accounts, statements, months }) => (
            <div className="space-y-8">
              <BankAccounts accounts={accounts} statements={statements} />
              <Months months={months} />
            </div>
          )}
        </Loaded>
        <section aria-label={t("lists.title")}>
          <h2 className="text-xl">
            {month ? t("lists.ofMonth", { month: formatMonth(month, i18n.language) }) : t("lists.title")}
          </h2>
          <StatusTabs
            label={t("lists.title")}
            tabs={lists.map((name) => ({
              name,
              title: t(`lists.${name}`),
              count: undefined,
              to: addressOf({ list: name }),
              chosen: name === list,
            }))}
          />
          <div className="mt-3 space-y-3">
            {list === "unknown" || list === "lines" ? (
              <Lines list={list} month={month} page={page} />
            ) : (
              <Payouts list={list} month={month} page={page} />
            )}
          </div>
        </section>
      </div>
    </>
  )
}

const columns = ["matched", "differs", "missing", "waiting", "unknown"] as const

function Months({ months }: { months: BankMonth[] }) {
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
                  <Link
                    to={addressOf({ month: row.month === filters.month ? "" : row.month })}
                    preventScrollReset
                    className="inline-flex min-h-9 items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
                  >
                    {formatMonth(row.month, i18n.language)}
                  </Link>
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
                        to={addressOf({ list: name, month: row.month })}
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

type ListProps<L> = { list: L; month: string; page: number }

function Payouts({ list, month, page }: ListProps<Exclude<ListName, "unknown" | "lines">>) {
  const query = useQuery(payoutsQuery({ status: list, month, page }))
  const { payouts = [], pagination } = query.data ?? {}
  return (
    <Items list={list} query={query} shown={payouts.length} pagination={pagination}>
      {payouts.map((row) => (
        <PayoutItem key={row._id} row={row} />
      ))}
    </Items>
  )
}

function Lines({ list, month, page }: ListProps<"unknown" | "lines">) {
  const query = useQuery(linesQuery({ status: list === "unknown" ? "unknown" : "", month, page }))
  const { lines = [], pagination } = query.data ?? {}
  return (
    <Items list={list} query={query} shown={lines.length} pagination={pagination}>
      {lines.map((row) => (
        <li key={row._id} className="px-4 py-4 text-sm sm:px-5">
          <LineItem row={row} />
        </li>
      ))}
    </Items>
  )
}

type ItemsProps = {
  list: ListName
  query: LoadedQuery<unknown>
  shown: number
  pagination: Omit<Pages, "hrefFor"> | undefined
  children: ReactNode
}

function Items({ list, query, shown, pagination, children }: ItemsProps) {
  const { t } = useTranslation("bank")
  const { addressOf } = useListFilters(bankFilters)
  return (
    <Loaded query={query} loading={t("loading")} failed={t("failed")}>
      {() => (
        <Paged
          label={t(`lists.${list}`)}
          shown={shown}
          empty={{ title: t(`empty.${list}`) }}
          pages={pagination && { ...pagination, hrefFor: (page) => addressOf({ page }) }}
        >
          <ul className="divide-y divide-line">{children}</ul>
        </Paged>
      )}
    </Loaded>
  )
}
