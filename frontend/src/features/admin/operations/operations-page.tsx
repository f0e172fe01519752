import { PageSpinner } from "@/components/spinner"
import { Fetched, RenewProblem } from "@/features/admin/shared/load-problem"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useLiveQuery } from "@/lib/live"
import { formatStaffDateTime } from "@/lib/staff-time"
import { type Check, operationsQuery } from "./queries"

const looks = { ok: "text-success", warning: "text-warning", failing: "text-danger" } as const
const ranks = { failing: 0, warning: 1, ok: 2 } as const
/** Checks whose moment is when something ran last, not since when something waits. */
const repeated: readonly string[] = ["watch", "worker", "ledgerAudit", "statements", "logArchive", "backup"]
/** What a check counts, where it is not rows that wait. */
const counted = {
  certificate: "daysLeft",
  disk: "percentFree",
  processes: "silent",
  provider: "silent",
  codes: "mailed",
  ledgerAudit: "differences",
} as const

/** The health checks in words, what fails first, updated live. */
export function Component() {
  const { t } = useTranslation("operations")
  const query = useLiveQuery("staff:operations", operationsQuery)
  const failed = t("failed")
  return (
    <>
      <ListHead title={t("title")} />
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("text")}</p>
      <Fetched query={query} loading={<PageSpinner label={t("loading")} />} failed={failed}>
        {(data) => (
          <div className="mt-5 space-y-5">
            <RenewProblem query={query} failed={failed} />
            <p role="status" className="font-medium">
              {t(summaryOf(data.checks))}
            </p>
            <dl className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
              {[...data.checks].sort(bySeverity).map((check) => (
                <CheckCard key={check.name} check={check} />
              ))}
            </dl>
          </div>
        )}
      </Fetched>
    </>
  )
}

function summaryOf(checks: readonly Check[]) {
  if (checks.some(({ status }) => status === "failing")) return "someFailing"
  if (checks.some(({ status }) => status === "warning")) return "someWarning"
  return checks.length > 1 ? "allOk" : "notChecked"
}

const bySeverity = (a: Check, b: Check) => ranks[a.status] - ranks[b.status]

function CheckCard({ check: { name, status, count, since } }: { check: Check }) {
  const { t, i18n } = useTranslation("operations")
  const isRepeated = repeated.includes(name)
  const time = since && formatStaffDateTime(since, i18n.language)
  const unit = name in counted ? counted[name as keyof typeof counted] : "waiting"
  const shows =
    count !== null && (count > 0 || unit === "waiting" || unit === "daysLeft" || unit === "percentFree")
  const figures = [
    shows && t(unit, { count }),
    time ? t(isRepeated ? "last" : "since", { time }) : isRepeated && t("never"),
  ].filter(Boolean)
  return (
    <div data-check={name} className="rounded-md border border-line bg-paper p-4">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{t(`checks.${name}.name`)}</span>
        <span className={cx("font-medium text-sm", looks[status])}>{t(`statuses.${status}`)}</span>
      </dt>
      <dd className="mt-1 text-ink-soft text-sm">
        <p>{t(`checks.${name}.text`)}</p>
        {figures.length > 0 && <p className="mt-1 text-ink tabular-nums">{figures.join(", ")}</p>}
      </dd>
    </div>
  )
}
