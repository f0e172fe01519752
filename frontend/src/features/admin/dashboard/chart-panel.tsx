import { useId, useState } from "react"
import { Button } from "@/components/button"
import { DayTable } from "@/features/admin/shared/day-chart"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
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
      className="flex flex-col rounded-md border border-line bg-paper p-4 sm:p-5"
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
          className="mt-4 min-h-96 flex-1"
        >
          <RevenueChart chart={chart} />
        </div>
      )}
      <DayTable
        title={t("chart.title")}
        label={t("chart.table")}
        shown={asTable}
        days={chart}
        dayTitle={t("chart.day")}
        columns={[
          {
            title: t("chart.revenue"),
            cell: (day) => formatRupees(day.revenue),
            total: formatRupees(revenue),
          },
          { title: t("chart.orders"), cell: (day) => formatCount(day.orders), total: formatCount(orders) },
        ]}
        totalTitle={t("chart.total")}
      />
    </section>
  )
}

function PeriodPicker({ period, onPeriod }: Pick<ChartPanelProps, "period" | "onPeriod">) {
  const { t } = useTranslation("admin")
  return (
    <fieldset className="flex print:hidden overflow-hidden rounded-sm border border-line-strong">
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
