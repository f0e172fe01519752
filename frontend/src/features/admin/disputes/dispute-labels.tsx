import { Badge, type Tone } from "@/components/badge"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import { useServerNow } from "@/lib/clock"
import { deadlineOf } from "./deadline"
import type { DisputeRow, DisputeStatus } from "./queries"

const tones: Record<DisputeStatus, Tone> = {
  open: "warning",
  under_review: "info",
  won: "success",
  lost: "danger",
  accepted: "danger",
  closed: "neutral",
}
const MINUTE_MS = 60_000

export function DisputeBadge({ status }: { status: DisputeStatus }) {
  const { t } = useTranslation("disputes")
  return (
    <Badge tone={tones[status]} dot>
      {t(`statuses.${status}`)}
    </Badge>
  )
}

/** The deadline of an open dispute: how long there is, and until when in India. */
export function DeadlineText({ dispute: { respondBy, status } }: { dispute: DisputeRow }) {
  const { t } = useTranslation("disputes")
  const now = useServerNow(MINUTE_MS)
  if (status !== "open") return null
  if (!respondBy) return <span className="text-ink-soft">{t("deadline.unknown")}</span>
  const { tone, unit, count } = deadlineOf(respondBy, now)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{t(`deadline.${unit}`, { count })}</Badge>
      <StaffTime at={respondBy} className="text-ink-soft text-xs tabular-nums" />
    </span>
  )
}
