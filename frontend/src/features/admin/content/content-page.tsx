import { Badge } from "@/components/badge"
import { Link } from "@/components/link"
import { listFilters, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import { z } from "@/lib/zod"
import { contentKey, contentListQuery, type EntryRow } from "./queries"
import { useContentLabels } from "./use-labels"

const list = listFilters(z.object({ search: text(), page: pageNumber() }))

/** All texts that staff may edit, by kind, with their state. */
export function Component() {
  const { t } = useTranslation("content")
  const labels = useContentLabels()
  const { query } = useListQuery(contentListQuery, contentKey, "staff:content")
  const search = useListFilters(list).filters.search.toLowerCase()
  const entries = (query.data ?? []).filter(({ key, titles }) =>
    [key, ...Object.values(titles)].some((part) => part?.toLowerCase().includes(search)),
  )
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      list={list}
      query={query}
      loading={t("loading")}
      failed={t("failed")}
      search={{ label: t("search"), hint: t("search") }}
      shown={entries.length}
      empty={{ title: t("nothing") }}
    >
      <div className="divide-y divide-line">
        {[...new Set(entries.map(({ kind }) => kind))].map((kind) => (
          <section key={kind} aria-label={labels.kind(kind)} className="px-4 py-4 sm:px-5">
            <h2 className="text-lg">{labels.kind(kind)}</h2>
            <ul className="mt-3 divide-y divide-line">
              {entries
                .filter((entry) => entry.kind === kind)
                .map((entry) => (
                  <Row key={entry.key} entry={entry} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </ListPage>
  )
}

function Row({ entry }: { entry: EntryRow }) {
  const { t, i18n } = useTranslation("content")
  const title = useContentLabels().entry(entry, entry.titles[i18n.language] || entry.titles.en || "")
  return (
    <li data-row={entry.key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
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
