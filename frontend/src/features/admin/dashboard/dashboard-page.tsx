import { useState } from "react"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { FiguresSkeleton } from "@/features/admin/shared/figures-skeleton"
import { formatCount } from "@/features/admin/shared/labels"
import { Fetched, RenewProblem } from "@/features/admin/shared/load-problem"
import { LowStockPanel } from "@/features/admin/shared/panel"
import { StatCard } from "@/features/admin/shared/stat-card"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { ChartPanel } from "./chart-panel"
import { ActivityPanel, DashboardLinks, FunnelPanel, Instruments } from "./dashboard-panels"
import { FirstSteps } from "./first-steps"
import { type Dashboard, LIVE_PERIOD, type Period } from "./queries"
import { RecentOrders } from "./recent-orders"
import { useDashboard } from "./use-dashboard"

export function Component() {
  const { t } = useTranslation("admin")
  const [period, setPeriod] = useState<Period>(LIVE_PERIOD)
  const mayEdit = useMay("catalogue")
  const mayOpen = useMay("settings")
  const query = useDashboard(period)
  const failed = t("dashboard.failed")
  const loading = (
    <FiguresSkeleton label={t("dashboard.loading")} className="mt-4" cards="h-28">
      <Skeleton className="mt-4 h-96 w-full" />
    </FiguresSkeleton>
  )
  return (
    <>
      <ListHead title={t("dashboard.title")} />
      <Fetched query={query} loading={loading} failed={failed}>
        {(data) => (
          <div className="mt-4 space-y-4">
            <RenewProblem query={query} failed={failed} />
            <SectionBoundary>{mayOpen && <FirstSteps />}</SectionBoundary>
            <SectionBoundary>
              <Cards dashboard={data} />
            </SectionBoundary>
            <DashboardLinks />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-[3fr_2fr]">
              <SectionBoundary>
                <ChartPanel chart={data.chart} period={period} onPeriod={setPeriod} busy={query.isFetching} />
              </SectionBoundary>
              <SectionBoundary>
                <RecentOrders orders={data.recentOrders} />
              </SectionBoundary>
            </div>
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <div className="grid grid-cols-1 gap-4">
                <SectionBoundary>
                  <Instruments rows={data.instruments} period={data.period} />
                </SectionBoundary>
                <SectionBoundary>
                  <FunnelPanel funnel={data.funnel} period={data.period} />
                </SectionBoundary>
                <SectionBoundary>
                  <LowStockPanel rows={data.lowStock} count={data.lowStockCount}>
                    {mayEdit && (
                      <TextLink to="/admin/products" className="mt-1 text-sm">
                        {t("lowStock.link")}
                      </TextLink>
                    )}
                  </LowStockPanel>
                </SectionBoundary>
              </div>
              <SectionBoundary>
                <ActivityPanel rows={data.activity} />
              </SectionBoundary>
            </div>
          </div>
        )}
      </Fetched>
    </>
  )
}

function Cards({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("admin")
  const { totalRevenue, totalOrders, totalUsers, totalProducts, pendingPayments, openCases } = dashboard
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      <StatCard
        label={t("dashboard.revenue")}
        value={formatRupees(totalRevenue)}
        note={t("dashboard.revenueNote")}
      />
      <StatCard label={t("dashboard.orders")} value={formatCount(totalOrders)} />
      <StatCard
        label={t("dashboard.pending")}
        value={formatCount(pendingPayments)}
        note={
          pendingPayments > 0 && (
            <TextLink to="/admin/transactions?status=PENDING">{t("dashboard.pendingLink")}</TextLink>
          )
        }
      />
      <StatCard
        label={t("dashboard.cases")}
        value={formatCount(openCases)}
        note={
          openCases > 0 ? (
            <>
              <span className="block">{t("dashboard.casesNote")}</span>
              <TextLink to="/admin/cases">{t("dashboard.casesLink")}</TextLink>
            </>
          ) : (
            t("dashboard.casesNone")
          )
        }
      />
      <StatCard label={t("dashboard.users")} value={formatCount(totalUsers)} />
      <StatCard label={t("dashboard.products")} value={formatCount(totalProducts)} />
    </dl>
  )
}
