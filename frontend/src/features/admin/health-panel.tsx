import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { formatPercent } from "./labels"
import { useThrottled } from "./use-throttled"

const RENEW_EVERY_MS = 5_000
/** The clock moves payments out of the hour that is judged. */
const RENEW_ANYWAY_MS = 60_000

const healthQuery = queryOptions({
  queryKey: ["staff", "payment-health"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/admin/payments/health", { signal })),
  refetchInterval: RENEW_ANYWAY_MS,
})

const looks = {
  fine: "text-success",
  slow: "text-warning",
  failing: "text-danger",
  unknown: "text-ink-soft",
} as const

/** How each way to pay did lately, renewed with every payment that moves. */
export function HealthPanel() {
  const { t } = useTranslation("payHealth")
  const client = useQueryClient()
  const { data, error } = useQuery(healthQuery)
  const renew = useThrottled(
    () => void client.invalidateQueries({ queryKey: healthQuery.queryKey }),
    RENEW_EVERY_MS,
  )
  useTopicEvents("staff:transactions", renew)
  return (
    <section aria-labelledby="ways" className="rounded-md border border-line bg-paper px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="ways" className="text-base">
          {t("staff.title")}
        </h2>
        <p className="text-ink-soft text-xs">{t("staff.note")}</p>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {data?.instruments.map(({ instrument, stand, payments, successRate, medianSeconds }) => (
          <div key={instrument} data-way={instrument}>
            <dt className="text-ink-soft">{t(`staff.instruments.${instrument}`)}</dt>
            <dd>
              <span className={cx("font-medium", looks[stand])}>{t(`staff.stands.${stand}`)}</span>
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
