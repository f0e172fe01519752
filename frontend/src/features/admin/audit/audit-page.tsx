import { queryOptions, useQuery } from "@tanstack/react-query"
import { NativeSelect } from "@/components/native-select"
import {
  apiFilters,
  listFilters,
  pageNumber,
  text,
  useListFilters,
} from "@/features/admin/shared/list-filters"
import { listQuery } from "@/features/admin/shared/list-query"
import { DayFields } from "@/features/admin/shared/table/day-fields"
import { dayFields, dayProblems, withValidDays } from "@/features/admin/shared/table/days"
import { type ActiveFilter, FilterBar } from "@/features/admin/shared/table/filter-bar"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useDayChips } from "@/features/admin/shared/table/use-day-chips"
import { useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { currentLanguage, useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { z } from "@/lib/zod"
import { AuditList, useActionLabel } from "./audit-list"
import { codesOf } from "./codes-of"

const PAGE_SIZE = 50
const NO_DAYS = { startDate: "", endDate: "" }

const list = listFilters(
  z.object({ search: text(), action: text(40), ...dayFields, page: pageNumber() }).transform(withValidDays),
)

const auditQuery = (filters: typeof list.none) =>
  queryOptions({
    // Its words are those of the page's language.
    queryKey: ["staff", "audit", filters, currentLanguage()],
    queryFn: read("/api/admin/audit", {
      query: { ...apiFilters(filters), codes: codesOf(filters.search), limit: PAGE_SIZE },
    }),
    ...listQuery,
  })

/** The audit log, for admins to search; append-only. */
export function Component() {
  const { t } = useTranslation("audit")
  const label = useActionLabel()
  const { filters, addressOf, change } = useListFilters(list)
  const audit = useQuery(auditQuery(filters))
  const { startDate, endDate } = filters
  const days = useFilterInput({ applied: { startDate, endDate }, problemsOf: dayProblems, onApply: change })
  const dayChips = useDayChips(filters, change)
  const active: ActiveFilter[] = [...dayChips]
  if (filters.action) {
    active.unshift({
      name: "action",
      label: label(filters.action),
      onRemove: () => change({ action: "" }),
    })
  }
  const options = new Set([...(audit.data?.actions ?? []), ...(filters.action ? [filters.action] : [])])
  return (
    <>
      <ListHead title={t("title")} />
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("text")}</p>
      <div className="mt-3">
        <FilterBar
          search={
            <SearchField
              label={t("search")}
              hint={t("searchHint")}
              value={filters.search}
              onSearch={(search) => change({ search })}
            />
          }
          active={active}
          isEmpty={list.count({ ...filters, ...days.typed }) === 0}
          onClear={() => {
            days.reset(NO_DAYS)
            change(list.none)
          }}
        >
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <NativeSelect
              label={t("action")}
              value={filters.action}
              options={[
                { value: "", label: t("any") },
                ...[...options].map((value) => ({ value, label: label(value) })),
              ]}
              onChange={({ target }) => change({ action: target.value })}
            />
            <DayFields {...days} />
          </div>
        </FilterBar>
      </div>
      <div className="mt-3 space-y-3">
        <Loaded query={audit} loading={t("loading")} failed={t("failed")}>
          {(data) => (
            <Paged
              shown={data.entries.length}
              empty={{ title: t("empty") }}
              pages={{ ...data.pagination, hrefFor: (page) => addressOf({ page }) }}
            >
              <AuditList entries={data.entries} />
            </Paged>
          )}
        </Loaded>
      </div>
    </>
  )
}
