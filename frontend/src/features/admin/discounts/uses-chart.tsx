import { useState } from "react"
import { Button } from "@/components/button"
import { DayChart, DayTable } from "@/features/admin/shared/day-chart"
import { formatCount } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { DiscountDay } from "./queries"

/** Uses of a code by day, as a chart and as an accessible table. */
export function UsesChart({ days }: { days: readonly DiscountDay[] }) {
  const { t } = useTranslation("discounts")
  const [asTable, setAsTable] = useState(false)
  const uses = days.reduce((sum, day) => sum + day.uses, 0)
  const used = days.filter((day) => day.uses > 0 || (day.revenue ?? 0) > 0)
  return (
    <Panel
      title={t("chart.title")}
      aside={
        <Button variant="quiet" size="sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? t("chart.showChart") : t("chart.showTable")}
        </Button>
      }
    >
      {uses === 0 && <p className="mt-2 text-ink-soft text-sm">{t("chart.none")}</p>}
      {!asTable && uses > 0 && (
        <div
          role="img"
          aria-label={t("chart.summary", { count: days.length, uses: formatCount(uses) })}
          className="mt-3 h-48"
        >
          <DayChart
            days={days}
            field="uses"
            color="accent"
            axisWidth={40}
            ticks={3}
            maxBarSize={48}
            tooltip={(day) => [
              `${t("columns.uses")} ${formatCount(day.uses)}`,
              ...(day.revenue == null ? [] : [`${t("columns.revenue")} ${formatRupees(day.revenue)}`]),
            ]}
          />
        </div>
      )}
      <DayTable
        title={t("chart.title")}
        label={t("chart.table")}
        shown={asTable}
        days={used}
        dayTitle={t("chart.day")}
        columns={[
          { title: t("columns.uses"), cell: (day) => formatCount(day.uses) },
          ...(days[0]?.revenue == null
            ? []
            : [{ title: t("columns.revenue"), cell: (day: DiscountDay) => formatRupees(day.revenue ?? 0) }]),
        ]}
      />
    </Panel>
  )
}
