import { useQuery } from "@tanstack/react-query"
import { Maximize } from "lucide-react"
import { useEffect, useLayoutEffect, useState } from "react"
import { useLocation } from "react-router-dom"
import { Button } from "@/components/button"
import { LiveDot } from "@/components/live-dot"
import { Mark } from "@/components/logo"
import { PageHead } from "@/components/page-head"
import { Fetched } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { formatDate } from "@/lib/time"
import { useLiveStatus } from "@/stores/live"
import { LiveSkeleton, OutOfDate, WallPanels } from "./live-panels"
import { wallQuery } from "./queries"
import { useOutOfDate } from "./use-out-of-date"
import { useWakeLock } from "./use-wake-lock"

/** The live view on the shop's wall: nothing to press, no login, no money. */
export function Component() {
  const { t, i18n } = useTranslation("liveView")
  const key = useLocation().hash.slice(1)
  const query = wallQuery(key)
  const answer = useQuery(query)
  const { data, error, dataUpdatedAt } = answer
  useTopic(data ? "live-wall" : null, query, { key })
  const status = useLiveStatus()
  const outOfDate = useOutOfDate(dataUpdatedAt)
  useWakeLock()
  // Header and footer are not shown, and everything is as large as the screen allows: see styles.css.
  useLayoutEffect(() => {
    document.documentElement.dataset.wall = ""
    return () => {
      delete document.documentElement.dataset.wall
    }
  }, [])
  // The key has expired: old figures must not stay on the wall. Another failure is over sooner or later.
  const ended = error instanceof ApiError && error.status === 404
  const shown = ended ? undefined : data
  return (
    <div className="min-h-dvh px-4 py-4 sm:px-6">
      <PageHead title={t("wall.title")} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className="flex items-center gap-3 text-2xl">
          <Mark className="size-8 text-accent" />
          {t("wall.title")}
        </h1>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          {shown && <span>{formatDate(shown.day, i18n.language)}</span>}
          {shown && outOfDate ? (
            <span role="alert" className="rounded-sm bg-warning-wash px-3 py-1 font-medium text-warning">
              <OutOfDate at={dataUpdatedAt} />
            </span>
          ) : (
            shown && <LiveDot status={status} />
          )}
          <FullScreenButton />
        </div>
      </div>
      <Fetched
        query={{ ...answer, data: shown }}
        loading={<LiveSkeleton label={t("loading")} />}
        failed={t("failed")}
      >
        {(view) => <WallPanels view={view} />}
      </Fetched>
    </div>
  )
}

/** Fills the screen; Escape leaves, as everywhere. Nothing where the browser cannot. */
function FullScreenButton() {
  const { t } = useTranslation("liveView")
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener("fullscreenchange", look)
    return () => document.removeEventListener("fullscreenchange", look)
  }, [])
  if (isFull || !document.fullscreenEnabled) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      <Maximize aria-hidden="true" className="size-4" />
      {t("wall.full")}
    </Button>
  )
}
