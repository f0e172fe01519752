import { Link } from "@/components/link"
import { formatCount, formatPercent, useLabels } from "@/features/admin/shared/labels"
import { Bar, FunnelSteps, Panel, TableHead } from "@/features/admin/shared/panel"
import { orderAddress, recordAddress } from "@/features/admin/shared/record-address"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { UNKNOWN_METHOD } from "@/features/admin/transactions/transaction-filters"
import { useTranslation } from "@/i18n"
import { useUser } from "@/stores/session"
import type { Dashboard } from "./queries"

/** Success rate by payment instrument, as bars and numbers. */
export function Instruments({ rows, period }: { rows: Dashboard["instruments"]; period: number }) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  return (
    <Panel
      title={t("instruments.title")}
      aside={t("chart.days", { count: period })}
      empty={rows.length === 0 && t("instruments.none")}
    >
      <table className="mt-3 w-full text-sm tabular-nums">
        <TableHead texts={[t("instruments.method"), t("instruments.rate")]} figures={[t("instruments.of")]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.method} className="border-line border-t">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {row.method === UNKNOWN_METHOD ? t("instruments.unknown") : labels.method(row.method)}
              </th>
              <td className="py-2 pr-3 sm:w-1/2">
                <span className="flex items-center gap-3">
                  <span className="hidden flex-1 sm:flex">
                    <Bar value={row.successRate} />
                  </span>
                  <span className="w-14 font-medium sm:text-right">{formatPercent(row.successRate)}</span>
                </span>
              </td>
              <td className="py-2 text-right text-ink-soft">
                {t("instruments.count", {
                  successful: formatCount(row.successful),
                  total: formatCount(row.total),
                })}
              </td>
            </tr>
          ))}
        </tbody>
        <caption className="caption-bottom pt-3 text-left text-ink-soft text-xs">
          {t("figures.successRateCounts")}
        </caption>
      </table>
    </Panel>
  )
}

/** Funnel of the period's orders by status. */
export function FunnelPanel({ funnel, period }: { funnel: Dashboard["funnel"]; period: number }) {
  const { t } = useTranslation("admin")
  const share = (part: number) => (funnel.placed ? (part * 100) / funnel.placed : 0)
  const steps = ["placed", "paid", "dispatched"] as const
  return (
    <Panel title={t("funnel.title")} aside={t("chart.days", { count: period })}>
      <FunnelSteps
        steps={steps.map((name) => ({
          name,
          label: t(`funnel.${name}`),
          count: funnel[name],
          percent: share(funnel[name]),
          share: share(funnel[name]),
        }))}
      />
    </Panel>
  )
}

/** Latest events of the shop. */
export function ActivityPanel({ rows }: { rows: Dashboard["activity"] }) {
  const { t } = useTranslation("admin")
  return (
    <Panel title={t("activity.title")} empty={rows.length === 0 && t("activity.none")}>
      <ul className="mt-2 divide-y divide-line">
        {rows.map((row) => (
          <Happened key={row._id} row={row} />
        ))}
      </ul>
    </Panel>
  )
}

const links: Record<string, (id: string) => string> = {
  payment: (id) => recordAddress("/admin/transactions", "transaction", id),
  order: orderAddress,
}

function Happened({ row }: { row: Dashboard["activity"][number] }) {
  const labels = useLabels()
  const highlighted = useHighlight<HTMLLIElement>(row._id)
  const [kind = "", id = ""] = row.subject.split(":", 2)
  const to = links[kind]?.(id)
  return (
    <li ref={highlighted} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 text-sm">
      <span>{labels.activity(row.event)}</span>
      <StaffTime at={row.at} className="text-ink-soft text-xs tabular-nums" />
      <span className="min-w-0 break-all text-ink-soft text-xs tabular-nums">
        {to ? (
          <Link to={to} className="hover:text-accent">
            {id}
          </Link>
        ) : (
          kind !== "user" && id
        )}
      </span>
    </li>
  )
}

const pages = [
  { to: "/admin/products", name: "products", right: "catalogue" },
  { to: "/admin/categories", name: "categories", right: "catalogue" },
  { to: "/admin/orders", name: "orders", right: "orders:read" },
  { to: "/admin/order-management", name: "orderManagement", right: "orders:read" },
  { to: "/admin/transactions", name: "transactions", right: "transactions" },
  { to: "/admin/users", name: "users", right: "users" },
] as const

/** Links to the sections that the reader has the right to see, where there is no rail. */
export function DashboardLinks() {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  return (
    <nav aria-label={t("dashboard.linksLabel")} className="lg:hidden">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {pages
          .filter(({ right }) => user?.rights.includes(right))
          .map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-12 items-center justify-between gap-2 rounded-md border border-line bg-paper px-4 py-2.5 text-sm transition-colors hover:border-accent hover:text-accent"
              >
                {t(`dashboard.links.${name}`)}
                <span aria-hidden="true">→</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
