import { useState } from "react"
import { Bar, BarChart, ResponsiveContainer, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts"
import { Button } from "@/components/button"
import { formatCount } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDay } from "@/lib/time"
import type { DiscountDay } from "./queries"

const tick = { fill: "var(--color-ink-soft)", fontSize: 12 }

/** Uses of a code by day, as a chart and as an accessible table. */
export function UsesChart({ days }: { days: readonly DiscountDay[] }) {
  const { t, i18n } = useTranslation("discounts")
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
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              data={[...days]}
              barCategoryGap="22%"
              accessibilityLayer={false}
              margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            >
              <XAxis
                dataKey="day"
                tick={tick}
                tickLine={false}
                axisLine={{ stroke: "var(--color-line-strong)" }}
                tickFormatter={(value: string) => formatDay(value, i18n.language)}
                minTickGap={24}
              />
              <YAxis
                width={40}
                tick={tick}
                tickLine={false}
                axisLine={false}
                allowDecimals={false}
                tickCount={3}
              />
              <Tooltip
                cursor={{ fill: "var(--color-tile)" }}
                content={(props) => <DayTooltip {...props} />}
              />
              <Bar
                dataKey="uses"
                fill="var(--color-accent)"
                radius={[2, 2, 0, 0]}
                maxBarSize={48}
                isAnimationActive={false}
              />
            </BarChart>
          </ResponsiveContainer>
        </div>
      )}
      <section
        aria-label={t("chart.table")}
        tabIndex={asTable ? 0 : undefined}
        className={asTable ? "mt-3 max-h-72 overflow-y-auto" : "sr-only"}
      >
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{t("chart.title")}</caption>
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className="py-1.5 text-left font-medium">
                {t("chart.day")}
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                {t("columns.uses")}
              </th>
              {days[0]?.revenue != null && (
                <th scope="col" className="py-1.5 text-right font-medium">
                  {t("columns.revenue")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {[...used].reverse().map((day) => (
              <tr key={day.day} className="border-line border-t">
                <th scope="row" className="py-1.5 text-left font-normal">
                  <time dateTime={day.day}>{formatDay(day.day, i18n.language)}</time>
                </th>
                <td className="py-1.5 text-right">{formatCount(day.uses)}</td>
                {day.revenue != null && (
                  <td className="py-1.5 text-right" translate="no">
                    {formatRupees(day.revenue)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function DayTooltip({ active, payload }: TooltipContentProps) {
  const { t, i18n } = useTranslation("discounts")
  // The payload is one of our data points.
  const point = payload?.[0]?.payload as DiscountDay | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-sm border border-line bg-paper px-3 py-2 text-sm tabular-nums shadow-float">
      <p className="font-medium">{formatDay(point.day, i18n.language)}</p>
      <p>
        {t("columns.uses")} {formatCount(point.uses)}
      </p>
      {point.revenue != null && (
        <p>
          {t("columns.revenue")} {formatRupees(point.revenue)}
        </p>
      )}
    </div>
  )
}
