import { formatCount, formatPercent } from "@/features/admin/shared/labels"
import { StatCard } from "@/features/admin/shared/stat-card"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Statistics } from "./queries"

/** Figures over the filtered transactions. */
export function Figures({ statistics, filtered }: { statistics: Statistics; filtered: boolean }) {
  const { t } = useTranslation("admin")
  const figures = statistics
  return (
    <section aria-label={filtered ? t("figures.titleFiltered") : t("figures.title")}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 2xl:grid-cols-6">
        <StatCard
          label={t("figures.total")}
          value={formatCount(figures.totalTransactions)}
          note={t("figures.totalNote", { amount: formatRupees(figures.totalAmount) })}
        />
        <StatCard
          label={t("figures.successful")}
          value={formatCount(figures.successfulTransactions)}
          note={
            <>
              <span className="block">
                {t("figures.successRate", { rate: formatPercent(figures.successRate) })}
              </span>
              <span className="block">{t("figures.successRateCounts")}</span>
            </>
          }
        />
        <StatCard
          label={t("figures.failed")}
          value={formatCount(figures.failedTransactions)}
          note={t("figures.pending", { count: figures.pendingTransactions })}
        />
        <StatCard label={t("figures.cancelled")} value={formatCount(figures.cancelledTransactions)} />
        <StatCard label={t("figures.expired")} value={formatCount(figures.expiredTransactions)} />
        <StatCard
          label={t("figures.revenue")}
          value={formatRupees(figures.successfulAmount)}
          note={
            <>
              <span className="block">
                {t("figures.average", { amount: formatRupees(figures.averageTransactionAmount) })}
              </span>
              <span className="block">{t("figures.net", { amount: formatRupees(figures.netAmount) })}</span>
            </>
          }
        />
      </dl>
    </section>
  )
}
