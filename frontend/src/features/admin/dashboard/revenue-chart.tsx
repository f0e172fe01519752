import { DayChart } from "@/features/admin/shared/day-chart"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Dashboard } from "./queries"

const axis = { syncId: "dashboard", axisWidth: 56 }

/** Short from a lakh on: ₹75,000, ₹1.2L, ₹3Cr. The compact notation alone would write ₹75K. */
const axisRupees = (value: number) => (value < 100_000 ? formatRupees(value) : lakhsAndCrores.format(value))
const lakhsAndCrores = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  notation: "compact",
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** Revenue above, orders below, on one time axis. */
export function RevenueChart({ chart }: { chart: Dashboard["chart"] }) {
  const { t } = useTranslation("admin")
  return (
    <div className="flex h-full flex-col text-xs">
      <p className="text-ink-soft">{t("chart.revenue")}</p>
      <div className="min-h-0 flex-[2]">
        <DayChart
          {...axis}
          days={chart}
          field="revenue"
          color="accent"
          ticks={4}
          format={axisRupees}
          hideDays
          tooltip={({ revenue, orders }) => [
            `${t("chart.revenue")} ${formatRupees(revenue)}`,
            `${t("chart.orders")} ${formatCount(orders)}`,
          ]}
        />
      </div>
      <p className="mt-2 text-ink-soft">{t("chart.orders")}</p>
      <div className="min-h-0 flex-1">
        <DayChart {...axis} days={chart} field="orders" color="gold" ticks={3} />
      </div>
    </div>
  )
}
