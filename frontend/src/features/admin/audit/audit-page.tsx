import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { NativeSelect } from "@/components/native-select"
import { readPage } from "@/features/admin/shared/read-page"
import { DayFields } from "@/features/admin/shared/table/day-fields"
import { dayProblems, readDays } from "@/features/admin/shared/table/days"
import { type ActiveFilter, FilterBar } from "@/features/admin/shared/table/filter-bar"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useDayChips } from "@/features/admin/shared/table/use-day-chips"
import { same, useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { currentLanguage, useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { AuditList, useActionLabel } from "./audit-list"
import { codesOf } from "./codes-of"

const PAGE_SIZE = 50
const NO_DAYS = { startDate: "", endDate: "" }

type Filters = { search: string; action: string; startDate: string; endDate: string; page: number }

function readFilters(params: URLSearchParams): Filters {
  const read = (name: string) => params.get(name) ?? ""
  return {
    search: read("search").trim().slice(0, 100),
    action: read("action").slice(0, 40),
    ...readDays(params),
    page: readPage(params),
  }
}

function addressOf({ page, ...filters }: Filters) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  if (page > 1) params.set("page", String(page))
  return params
}

const auditQuery = ({ page, ...filters }: Filters) =>
  queryOptions({
    // Its words are those of the page's language.
    queryKey: ["staff", "audit", filters, page, currentLanguage()],
    queryFn: ({ signal }) => {
      const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
      const query = { ...set, codes: codesOf(filters.search), page, limit: PAGE_SIZE }
      return unwrap(api.GET("/api/admin/audit", { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The audit log, for admins to search; append-only. */
export function Component() {
  const { t } = useTranslation("audit")
  const label = useActionLabel()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const audit = useQuery(auditQuery(filters))
  const change = (changed: Partial<Filters>) =>
    setParams((now) => addressOf({ ...readFilters(now), page: 1, ...changed }), {
      replace: true,
      preventScrollReset: true,
    })
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
          isEmpty={active.length === 0 && filters.search === "" && same(days.typed, NO_DAYS)}
          onClear={() => {
            days.reset(NO_DAYS)
            change({ search: "", action: "", ...NO_DAYS })
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
              pages={{ ...data.pagination, hrefFor: (page) => `?${addressOf({ ...filters, page })}` }}
            >
              <AuditList entries={data.entries} />
            </Paged>
          )}
        </Loaded>
      </div>
    </>
  )
}
