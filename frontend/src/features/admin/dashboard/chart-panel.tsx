import { useId, useState } from "react"
import { Button } from "@/components/button"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
import { formatDay } from "@/lib/time"
import { type Dashboard, type Period, periods } from "./queries"
import { RevenueChart } from "./revenue-chart"

type ChartPanelProps = {
  chart: Dashboard["chart"]
  period: Period
  onPeriod: (period: Period) => void
  busy: boolean
}

/** Revenue and orders by day, as a chart and as an accessible table. */
export function ChartPanel({ chart, period, onPeriod, busy }: ChartPanelProps) {
  const { t } = useTranslation("admin")
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const revenue = chart.reduce((sum, point) => sum + point.revenue * 100, 0) / 100
  const orders = chart.reduce((sum, point) => sum + point.orders, 0)
  return (
    <section
      aria-labelledby={id}
      aria-busy={busy}
      className="rounded-md border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id={id} className="text-lg">
          {t("chart.title")}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="quiet" size="sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? t("chart.showChart") : t("chart.showTable")}
          </Button>
          <PeriodPicker period={period} onPeriod={onPeriod} />
        </div>
      </div>
      {!asTable && (
        <div
          role="img"
          aria-label={t("chart.summary", {
            days: chart.length,
            revenue: formatRupees(revenue),
            orders: formatCount(orders),
          })}
          className="mt-4 h-96"
        >
          <RevenueChart chart={chart} />
        </div>
      )}
      <div className={asTable ? "mt-4" : "sr-only"}>
        <ChartTable chart={chart} totals={{ revenue, orders }} scrolls={asTable} />
      </div>
    </section>
  )
}

function PeriodPicker({ period, onPeriod }: Pick<ChartPanelProps, "period" | "onPeriod">) {
  const { t } = useTranslation("admin")
  return (
    <fieldset className="flex overflow-hidden rounded-sm border border-line-strong">
      <legend className="sr-only">{t("chart.period")}</legend>
      {periods.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === period}
          onClick={() => onPeriod(days)}
          className={cx(
            "min-h-9 px-3 text-sm tabular-nums transition-colors focus-visible:-outline-offset-2",
            days === period ? "bg-tile font-medium text-ink" : "text-ink-soft hover:text-accent",
          )}
        >
          {t("chart.days", { count: days })}
        </button>
      ))}
    </fieldset>
  )
}

type ChartTableProps = {
  chart: Dashboard["chart"]
  totals: { revenue: number; orders: number }
  /** Placeholder of the chart, of the same height. */
  scrolls: boolean
}

function ChartTable({ chart, totals, scrolls }: ChartTableProps) {
  const { t, i18n } = useTranslation("admin")
  const head = "sticky top-0 bg-paper py-2 font-medium text-ink-soft"
  return (
    <section
      aria-label={t("chart.table")}
      tabIndex={scrolls ? 0 : undefined}
      className={scrolls ? "max-h-96 overflow-y-auto" : undefined}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("chart.title")}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(head, "text-left")}>
              {t("chart.day")}
            </th>
            <th scope="col" className={cx(head, "text-right")}>
              {t("chart.revenue")}
            </th>
            <th scope="col" className={cx(head, "text-right")}>
              {t("chart.orders")}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...chart].reverse().map(({ day, revenue, orders }) => (
            <tr key={day} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal">
                <time dateTime={day}>{formatDay(day, i18n.language)}</time>
              </th>
              <td className="py-1.5 text-right" translate="no">
                {formatRupees(revenue)}
              </td>
              <td className="py-1.5 text-right">{formatCount(orders)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t font-medium">
            <th scope="row" className="py-2 text-left">
              {t("chart.total")}
            </th>
            <td className="py-2 text-right" translate="no">
              {formatRupees(totals.revenue)}
            </td>
            <td className="py-2 text-right">{formatCount(totals.orders)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
