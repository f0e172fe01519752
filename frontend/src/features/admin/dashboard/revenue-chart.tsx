import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDay } from "@/lib/time"
import type { Dashboard } from "./queries"

type Point = Dashboard["chart"][number]

const AXIS_WIDTH = 56
const tick = { fill: "var(--color-ink-soft)", fontSize: 12 }
const shared = { syncId: "dashboard", barCategoryGap: "22%", accessibilityLayer: false } as const

/** Short Indian notation of rupees: ₹1.2L. */
const shortRupees = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  notation: "compact",
  maximumFractionDigits: 1,
})

/**
 * Revenue above, orders below, on one time axis.
 *
 * Bars are not animated when figures change live.
 */
export function RevenueChart({ chart }: { chart: Dashboard["chart"] }) {
  const { t, i18n } = useTranslation("admin")
  const day = (value: string) => formatDay(value, i18n.language)
  const tooltip = (
    <Tooltip cursor={{ fill: "var(--color-tile)" }} content={(props) => <DayTooltip {...props} />} />
  )
  return (
    <div className="flex h-full flex-col text-xs">
      <p className="text-ink-soft">{t("chart.revenue")}</p>
      <div className="min-h-0 flex-[2]">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={chart} {...shared} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="day" hide />
            <YAxis
              width={AXIS_WIDTH}
              tick={tick}
              tickLine={false}
              axisLine={false}
              tickCount={4}
              tickFormatter={(value: number) => shortRupees.format(value)}
            />
            {tooltip}
            <Bar
              dataKey="revenue"
              fill="var(--color-accent)"
              radius={[2, 2, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <p className="mt-2 text-ink-soft">{t("chart.orders")}</p>
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={chart} {...shared} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
            <XAxis
              dataKey="day"
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: "var(--color-line-strong)" }}
              tickFormatter={day}
              minTickGap={24}
            />
            <YAxis
              width={AXIS_WIDTH}
              tick={tick}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
              tickCount={3}
            />
            <Tooltip cursor={{ fill: "var(--color-tile)" }} content={() => null} />
            <Bar dataKey="orders" fill="var(--color-gold)" radius={[2, 2, 0, 0]} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

function DayTooltip({ active, payload }: TooltipContentProps) {
  const { t, i18n } = useTranslation("admin")
  // The payload is one of our data points.
  const point = payload?.[0]?.payload as Point | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-sm border border-line bg-paper px-3 py-2 text-sm tabular-nums shadow-float">
      <p className="font-medium">{formatDay(point.day, i18n.language)}</p>
      <p>
        {t("chart.revenue")} {formatRupees(point.revenue)}
      </p>
      <p>
        {t("chart.orders")} {formatCount(point.orders)}
      </p>
    </div>
  )
}
