import { Link } from "@/components/link"
import { formatCount, formatPercent, useLabels } from "@/features/admin/shared/labels"
import { Bar, FunnelSteps, LowStockList, Panel, TableHead } from "@/features/admin/shared/panel"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { UNKNOWN_METHOD } from "@/features/admin/transactions/transaction-filters"
import { useTranslation } from "@/i18n"
import { useMay } from "@/stores/session"
import type { Dashboard } from "./queries"

const link = "inline-flex min-h-11 items-center text-accent text-sm underline underline-offset-4 sm:min-h-9"

/** Success rate by payment instrument, as bars and numbers. */
export function Instruments({ rows, period }: { rows: Dashboard["instruments"]; period: number }) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  return (
    <Panel title={t("instruments.title")} aside={t("chart.days", { count: period })}>
      {rows.length === 0 ? (
        <p className="py-6 text-ink-soft text-sm">{t("instruments.none")}</p>
      ) : (
        <table className="mt-3 w-full text-sm tabular-nums">
          <TableHead
            texts={[t("instruments.method"), t("instruments.rate")]}
            figures={[t("instruments.of")]}
          />
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
      )}
    </Panel>
  )
}

/** Funnel of the period's orders by status. */
export function FunnelPanel({ funnel, period }: { funnel: Dashboard["funnel"]; period: number }) {
  const { t } = useTranslation("admin")
  const share = (part: number) => (funnel.placed ? (part * 100) / funnel.placed : 0)
  const steps = [
    ["placed", funnel.placed],
    ["paid", funnel.paid],
    ["dispatched", funnel.dispatched],
  ] as const
  return (
    <Panel title={t("funnel.title")} aside={t("chart.days", { count: period })}>
      <FunnelSteps
        steps={steps.map(([name, count]) => ({
          name,
          label: t(`funnel.${name}`),
          count,
          percent: share(count),
          share: share(count),
        }))}
      />
    </Panel>
  )
}

/** Products low in stock, the lowest first. */
export function LowStockPanel({ rows, count }: { rows: Dashboard["lowStock"]; count: number }) {
  const { t } = useTranslation("admin")
  const mayEdit = useMay("catalogue")
  return (
    <Panel title={t("lowStock.title")} aside={count > 0 && t("lowStock.count", { count })}>
      <LowStockList rows={rows} />
      {mayEdit && count > 0 && (
        <Link to="/admin/products" className={link}>
          {t("lowStock.link")}
        </Link>
      )}
    </Panel>
  )
}

/** Latest events of the shop. */
export function ActivityPanel({ rows }: { rows: Dashboard["activity"] }) {
  const { t } = useTranslation("admin")
  return (
    <Panel title={t("activity.title")}>
      {rows.length === 0 ? (
        <p className="py-6 text-ink-soft text-sm">{t("activity.none")}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {rows.map((row) => (
            <Happened key={row._id} row={row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const links: Record<string, (id: string) => string> = {
  payment: (id) => `/admin/transactions?search=${id}&transaction=${id}`,
  order: (id) => `/admin/orders?search=${id}`,
}

function Happened({ row }: { row: Dashboard["activity"][number] }) {
  const labels = useLabels()
  const highlighted = useHighlight<HTMLLIElement>(row._id)
  const [kind = "", id = ""] = row.subject.split(":", 2)
  const to = links[kind]?.(encodeURIComponent(id))
  return (
    <li ref={highlighted} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 text-sm">
      <span>{labels.activity(row.event)}</span>
      <StaffTime at={row.at} className="text-ink-soft text-xs tabular-nums" />
      {to ? (
        <Link to={to} className="min-w-0 break-all text-ink-soft text-xs tabular-nums hover:text-accent">
          {id}
        </Link>
      ) : (
        <span className="min-w-0 break-all text-ink-soft text-xs tabular-nums">
          {kind === "user" ? "" : id}
        </span>
      )}
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
  return (
    <nav aria-label={t("dashboard.linksLabel")} className="lg:hidden">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {pages.map((page) => (
          <DashboardLink key={page.to} page={page} />
        ))}
      </ul>
    </nav>
  )
}

function DashboardLink({ page: { to, name, right } }: { page: (typeof pages)[number] }) {
  const { t } = useTranslation("admin")
  if (!useMay(right)) return null
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-12 items-center justify-between gap-2 rounded-md border border-line bg-paper px-4 py-2.5 text-sm transition-colors hover:border-accent hover:text-accent"
      >
        {t(`dashboard.links.${name}`)}
        <span aria-hidden="true">→</span>
      </Link>
    </li>
  )
}
