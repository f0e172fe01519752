import { useEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type LiveStatus = "connecting" | "live" | "reconnecting" | "offline"

const colours: Record<LiveStatus, string> = {
  connecting: "bg-warning",
  live: "bg-success",
  reconnecting: "bg-warning",
  offline: "bg-danger",
}

/** Delay of the animation: short interruptions, and the start of every page, do not show it. */
const BREATHES_AFTER_MS = 1_000

/** Status of the live link as a colour, beside its text. */
export function StatusDot({ status }: { status: LiveStatus }) {
  const [breathes, setBreathes] = useState(false)
  useEffect(() => {
    if (status !== "reconnecting" && status !== "connecting") return
    const timer = window.setTimeout(() => setBreathes(true), BREATHES_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      setBreathes(false)
    }
  }, [status])
  return (
    <span
      aria-hidden="true"
      className={cx("size-2 rounded-full", colours[status], breathes && "animate-breathe")}
    />
  )
}

/** The status of the live link, with its name. */
export function LiveDot({ status }: { status: LiveStatus }) {
  const { t } = useTranslation()
  const labels: Record<LiveStatus, string> = {
    connecting: t("common.connecting"),
    live: t("common.live"),
    reconnecting: t("common.reconnecting"),
    offline: t("common.liveOffline"),
  }
  return (
    <span
      role="status"
      className="inline-flex shrink-0 items-center gap-2 whitespace-nowrap text-ink-soft text-xs print:hidden"
    >
      <StatusDot status={status} />
      {labels[status]}
    </span>
  )
}
