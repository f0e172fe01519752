import { StatusDot } from "@/components/live-dot"
import { useTranslation } from "@/i18n"
import { useLinkWatched, useLiveStatus } from "@/stores/live"

/** Whether what this page shows follows the shop by itself; silent where nothing on it does. */
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

/** Says above the page that its live link is down; goes away by itself. */
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
