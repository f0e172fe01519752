import { useQuery } from "@tanstack/react-query"
import {
  apiFilters,
  listFilters,
  pageNumber,
  text,
  useListFilters,
} from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { dayFields, withValidDays } from "@/features/admin/shared/table/days"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { currentLanguage, useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { z } from "@/lib/zod"
import { AuditList, useActionLabel } from "./audit-list"
import { codesOf } from "./codes-of"

const PAGE_SIZE = 50

const list = listFilters(
  z.object({ search: text(), action: text(40), ...dayFields, page: pageNumber() }).transform(withValidDays),
)

const auditQuery = (filters: typeof list.none) =>
  pageQuery(
    // Its words are those of the page's language.
    ["staff", "audit", filters, currentLanguage()],
    read("/api/admin/audit", {
      query: { ...apiFilters(filters), codes: codesOf(filters.search), limit: PAGE_SIZE },
    }),
  )

/** The audit log, for admins to search; append-only. */
export function Component() {
  const { t } = useTranslation("audit")
  const label = useActionLabel()
  const { filters } = useListFilters(list)
  const query = useQuery(auditQuery(filters))
  const { entries = [], actions = [], pagination } = query.data ?? {}
  const options = new Set([...actions, ...(filters.action ? [filters.action] : [])])
  return (
    <ListPage
      title={t("title")}
      intro={t("text")}
      list={list}
      query={query}
      loading={t("loading")}
      failed={t("failed")}
      tools={
        <FilterBar
          list={list}
          search={{ label: t("search"), hint: t("searchHint") }}
          selects={[
            {
              name: "action",
              label: t("action"),
              options: [...options].map((value) => ({ value, label: label(value) })),
            },
          ]}
        />
      }
      shown={entries.length}
      empty={{ title: t("empty") }}
      pagination={pagination}
    >
      <AuditList entries={entries} />
    </ListPage>
  )
}
