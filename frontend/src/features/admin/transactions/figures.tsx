import { Counter, Counters } from "@/features/admin/shared/counters"
import { formatCount, formatPercent } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Statistics } from "./queries"

export function Figures({ statistics: figures, filtered }: { statistics: Statistics; filtered: boolean }) {
  const { t } = useTranslation("admin")
  return (
    <Counters label={filtered ? t("figures.titleFiltered") : t("figures.title")}>
      <Counter
        label={t("figures.total")}
        value={formatCount(figures.totalTransactions)}
        note={t("figures.totalNote", { amount: formatRupees(figures.totalAmount) })}
      />
      <Counter
        label={t("figures.successful")}
        value={formatCount(figures.successfulTransactions)}
        note={t("figures.successRate", { rate: formatPercent(figures.successRate) })}
        hint={t("figures.successRateCounts")}
      />
      <Counter
        label={t("figures.failed")}
        value={formatCount(figures.failedTransactions)}
        note={t("figures.pending", { count: figures.pendingTransactions })}
      />
      <Counter label={t("figures.cancelled")} value={formatCount(figures.cancelledTransactions)} />
      <Counter label={t("figures.expired")} value={formatCount(figures.expiredTransactions)} />
      <Counter
        label={t("figures.revenue")}
        value={formatRupees(figures.successfulAmount)}
        note={[
          t("figures.average", { amount: formatRupees(figures.averageTransactionAmount) }),
          t("figures.net", { amount: formatRupees(figures.netAmount) }),
        ].join(" · ")}
      />
    </Counters>
  )
}
