import { Badge, type Tone } from "@/components/badge"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { formatCount } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { type Import, isWorking, progressOf } from "./queries"

const tones: Record<Import["status"], Tone> = {
  reading: "info",
  unmapped: "warning",
  checking: "info",
  ready: "warning",
  running: "info",
  stopped: "warning",
  done: "success",
  publishing: "info",
  published: "success",
  taking_back: "info",
  taken_back: "neutral",
  failed: "danger",
}

/** The status of an import, with a bar while it is worked on. */
export function ImportStatus({ row }: { row: Import }) {
  const { t } = useTranslation("moveIn")
  const inLanguage = useInLanguage()
  const { done, total } = progressOf(row)
  const isReading = row.status === "reading"
  return (
    <div data-import-status={row.status} className="max-w-md space-y-2.5">
      <Badge tone={tones[row.status]} dot>
        {t(`statuses.${row.status}`)}
      </Badge>
      {isWorking(row) && (
        <>
          <progress
            max={Math.max(1, total)}
            value={isReading ? undefined : done}
            aria-label={t(`statuses.${row.status}`)}
            className="bar block h-1.5 w-full"
          />
          {!isReading && (
            <p className="text-ink-soft text-xs tabular-nums">
              {t("progress", { done: formatCount(done), total: formatCount(total) })}
            </p>
          )}
        </>
      )}
      {row.problem.en && <p className="text-danger text-sm">{inLanguage(row.problem)}</p>}
    </div>
  )
}
