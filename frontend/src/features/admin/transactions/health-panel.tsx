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
    <section aria-labelledby="ways" className="rounded-md border border-line bg-paper px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="ways" className="text-base">
          {t("staff.title")}
        </h2>
        <p className="text-ink-soft text-xs">{t("staff.note")}</p>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {data?.instruments.map(({ instrument, status, payments, successRate, medianSeconds }) => (
          <div key={instrument} data-way={instrument}>
            <dt className="text-ink-soft">{t(`staff.instruments.${instrument}`)}</dt>
            <dd>
              <span className={cx("font-medium", looks[status])}>{t(`staff.statuses.${status}`)}</span>
              {payments > 0 && (
                <span className="block text-ink-soft text-xs tabular-nums">
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
        <p role="status" className="min-h-10 text-ink-soft">
          {error ? t("staff.failed") : ""}
        </p>
      )}
    </section>
  )
}
