import type { ReactNode } from "react"
import { formatPercent } from "@/features/admin/shared/labels"
import { liveQuery } from "@/features/admin/shared/query-options"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { useLiveQuery } from "@/lib/live"
import { formatStaffTime } from "@/lib/staff-time"

export type ProviderHealth = Schemas["ProviderHealth"]

export const healthQuery = liveQuery(["staff", "payment-health"], read("/api/admin/payments/health"))

const looks = {
  fine: "text-success",
  slow: "text-warning",
  failing: "text-danger",
  unknown: "text-ink-soft",
} as const

type Figures = Pick<ProviderHealth, "status" | "payments" | "successRate" | "medianSeconds">

/** Those that do well would push the board down for nothing. */
const isInTrouble = ({ outUntil, status }: ProviderHealth) =>
  outUntil !== null || status === "failing" || status === "slow"

/** Recent success rate of each payment method, and of each provider that is in trouble, updated live. */
export function HealthPanel() {
  const { t, i18n } = useTranslation("payHealth")
  const { data, error } = useLiveQuery("staff:payment-health", healthQuery)
  return (
    <section aria-labelledby="ways" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs">
      <h2 id="ways" title={t("staff.note")} className="font-medium font-text text-xs tracking-normal">
        {t("staff.title")}
        <span className="sr-only"> {t("staff.note")}</span>
      </h2>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {data?.instruments.map((each) => (
          <Row key={each.instrument} name={each.instrument} label={t(`staff.instruments.${each.instrument}`)}>
            <HealthFigures {...each} />
          </Row>
        ))}
        {data?.providers.filter(isInTrouble).map((each) => (
          <Row key={each.provider} name={each.provider} label={each.label}>
            {each.outUntil ? (
              <span className="font-medium text-danger">
                {t("staff.outUntil", { time: formatStaffTime(each.outUntil, i18n.language) })}
              </span>
            ) : (
              <HealthFigures {...each} />
            )}
          </Row>
        ))}
      </dl>
      {!data && (
        <p role="status" className="text-ink-soft">
          {error ? t("staff.failed") : ""}
        </p>
      )}
    </section>
  )
}

function Row({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div data-way={name} className="flex flex-wrap items-baseline gap-x-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5">{children}</dd>
    </div>
  )
}

function HealthFigures({ status, payments, successRate, medianSeconds }: Figures) {
  const { t } = useTranslation("payHealth")
  return (
    <>
      <span className={cx("font-medium", looks[status])}>{t(`staff.statuses.${status}`)}</span>
      {payments > 0 && (
        <span className="text-ink-soft tabular-nums">
          {successRate !== null && medianSeconds !== null
            ? t("staff.figures", {
                rate: formatPercent(successRate),
                seconds: medianSeconds,
                count: payments,
              })
            : t("staff.count", { count: payments })}
        </span>
      )}
    </>
  )
}
