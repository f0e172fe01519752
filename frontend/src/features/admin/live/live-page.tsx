import { Button, buttonClass } from "@/components/button"
import { Notice } from "@/components/notice"
import { Fetched, RenewProblem } from "@/features/admin/shared/load-problem"
import { send } from "@/features/admin/shared/send"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { inLanguage } from "@/lib/site-address"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { LivePanels, LiveSkeleton, OutOfDate } from "./live-panels"
import { liveViewQuery } from "./queries"
import { useOutOfDate } from "./use-out-of-date"

/** Who is in the shop now, and today's orders. */
export function Component() {
  const { t } = useTranslation("liveView")
  const query = useLiveQuery("staff:live", liveViewQuery)
  const { data, dataUpdatedAt } = query
  const outOfDate = useOutOfDate(dataUpdatedAt)
  const wall = useAction({ act: () => send("post", "/api/admin/live/wall", {}), failed: "" })
  return (
    <>
      <ListHead title={t("title")}>
        <Button variant="secondary" size="sm" busy={wall.isPending} onClick={() => wall.mutate()}>
          {t("wall.open")}
        </Button>
      </ListHead>
      <div className="mt-4 space-y-4">
        {wall.data && <WallLink wallKey={wall.data.key} until={wall.data.expiresAt} />}
        {data && <RenewProblem query={query} failed={t("failed")} />}
        {outOfDate && (
          <Notice tone="warning" announce>
            <OutOfDate at={dataUpdatedAt} />
          </Notice>
        )}
        <Fetched query={query} loading={<LiveSkeleton label={t("loading")} />} failed={t("failed")}>
          {(view) => <LivePanels view={view} />}
        </Fetched>
      </div>
    </>
  )
}

/** The way to the big screen: its key is in the fragment, which no server is sent. */
function WallLink({ wallKey, until }: { wallKey: string; until: string }) {
  const { t, i18n } = useTranslation("liveView")
  return (
    <Notice title={t("wall.ready")} announce>
      <p>{t("wall.text", { time: formatStaffDateTime(until, i18n.language) })}</p>
      <a
        href={inLanguage(`/wall#${wallKey}`, i18n.language)}
        target="_blank"
        rel="noreferrer"
        className={`mt-3 ${buttonClass({ size: "sm" })}`}
      >
        {t("wall.show")}
      </a>
    </Notice>
  )
}
