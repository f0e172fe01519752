import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type LiveStatus = "live" | "reconnecting" | "offline"

const colours: Record<LiveStatus, string> = {
  live: "bg-success",
  reconnecting: "bg-warning animate-breathe",
  offline: "bg-danger",
}

/** Whether what is on the screen follows the shop by itself right now. */
export function LiveDot({ status }: { status: LiveStatus }) {
  const { t } = useTranslation()
  const labels: Record<LiveStatus, string> = {
    live: t("common.live"),
    reconnecting: t("common.reconnecting"),
    offline: t("common.liveOffline"),
  }
  return (
    <span role="status" className="inline-flex items-center gap-2 text-ink-soft text-xs">
      <span aria-hidden="true" className={cx("size-2 rounded-full", colours[status])} />
      {labels[status]}
    </span>
  )
}
