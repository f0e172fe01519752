import { StatusDot } from "@/components/live-dot"
import { useTranslation } from "@/i18n"
import { useLinkWatched, useLiveStatus } from "@/stores/live"

/** Status of the live link; renders nothing on pages without a subscribed topic. */
export function LinkState() {
  const { t } = useTranslation("shell")
  const status = useLiveStatus()
  const watched = useLinkWatched()
  if (!watched) return null
  return (
    <p className="inline-flex items-center gap-2">
      <StatusDot status={status} />
      {t(`link.${status}`)}
    </p>
  )
}

/** Banner while the live link is down. */
export function OfflineBanner() {
  const { t } = useTranslation("shell")
  const status = useLiveStatus()
  const watched = useLinkWatched()
  const offline = watched && status === "offline"
  return (
    <div role="status" className={offline ? "bg-warning-wash text-warning print:hidden" : "sr-only"}>
      {offline && <p className="page animate-fade-in py-2 text-sm">{t("link.offline")}</p>}
    </div>
  )
}
