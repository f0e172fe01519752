import { queryOptions, useQuery } from "@tanstack/react-query"
import { formatPercent } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { cx } from "@/lib/cx"
import { useTopic } from "@/lib/live"
import { keepNewest } from "@/lib/versioned"

const healthQuery = queryOptions({
  queryKey: ["staff", "payment-health"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/admin/payments/health", { signal })),
  structuralSharing: keepNewest,
})

const looks = {
  fine: "text-success",
  slow: "text-warning",
  failing: "text-danger",
  unknown: "text-ink-soft",
} as const

/** Recent success rate of each payment method, updated live. */
export function HealthPanel() {
  const { t } = useTranslation("payHealth")
  const { data, error } = useQuery(healthQuery)
  useTopic("staff:payment-health", healthQuery)
  return (
    <section aria-labelledby="ways" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs">
      <h2 id="ways" title={t("staff.note")} className="font-medium font-text text-xs tracking-normal">
        {t("staff.title")}
        <span className="sr-only"> {t("staff.note")}</span>
      </h2>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {data?.instruments.map(({ instrument, status, payments, successRate, medianSeconds }) => (
          <div key={instrument} data-way={instrument} className="flex flex-wrap items-baseline gap-x-1.5">
            <dt className="text-ink-soft">{t(`staff.instruments.${instrument}`)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-1.5">
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
            </dd>
          </div>
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
