import { Badge } from "@/components/badge"
import { Link } from "@/components/link"
import { Panel } from "@/features/admin/shared/panel"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import { contentKey, contentListQuery, type EntryRow } from "./queries"
import { useContentLabels } from "./use-labels"

/** All texts that staff may edit, by kind, with their state. */
export function Component() {
  const { t } = useTranslation("content")
  const labels = useContentLabels()
  const { query } = useListQuery(contentListQuery, contentKey, "staff:content")
  return (
    <>
      <ListHead title={t("title")} />
      <p className="mt-2 max-w-3xl text-ink-soft text-sm">{t("intro")}</p>
      <div className="mt-5">
        <Loaded query={query} loading={t("loading")} failed={t("failed")}>
          {(entries) => (
            <div className="space-y-5">
              {[...new Set(entries.map(({ kind }) => kind))].map((kind) => (
                <Panel key={kind} title={labels.kind(kind)}>
                  <ul className="mt-3 divide-y divide-line">
                    {entries
                      .filter((entry) => entry.kind === kind)
                      .map((entry) => (
                        <Row key={entry.key} entry={entry} />
                      ))}
                  </ul>
                </Panel>
              ))}
            </div>
          )}
        </Loaded>
      </div>
    </>
  )
}

function Row({ entry }: { entry: EntryRow }) {
  const { t, i18n } = useTranslation("content")
  const title = useContentLabels().entry(entry, entry.titles[i18n.language] || entry.titles.en || "")
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <Link
        to={`/admin/content/${encodeURIComponent(entry.key)}`}
        className="inline-flex min-h-11 min-w-0 flex-col justify-center hover:text-accent hover:underline"
      >
        <span className="wrap-anywhere">{title}</span>
        <span className="text-ink-soft text-xs">{entry.key}</span>
      </Link>
      <span className="flex flex-wrap items-center gap-2">
        {entry.editedAt && (
          <span className="text-ink-soft text-xs">
            {t("editedBy", { by: entry.editedBy, at: formatStaffDateTime(entry.editedAt, i18n.language) })}
          </span>
        )}
        {entry.problems > 0 && <Badge tone="danger">{t("states.problem")}</Badge>}
        {entry.hasDraft && <Badge tone="warning">{t("states.draft")}</Badge>}
        <Badge tone={entry.state === "edited" ? "success" : "neutral"}>{t(`states.${entry.state}`)}</Badge>
      </span>
    </li>
  )
}
