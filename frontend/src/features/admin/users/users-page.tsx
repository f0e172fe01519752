import { useQuery } from "@tanstack/react-query"
import { UserRound } from "lucide-react"
import { useSearchParams } from "react-router-dom"
import { Badge } from "@/components/badge"
import { IconButton } from "@/components/button"
import { NativeSelect } from "@/components/native-select"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { type Column, DataTable } from "@/features/admin/shared/table/data-table"
import { type ActiveFilter, FilterBar } from "@/features/admin/shared/table/filter-bar"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useTranslation } from "@/i18n"
import { formatStaffDateOf, formatStaffDateTime } from "@/lib/staff-time"
import { RoleBadge, UserDialog } from "./user-dialog"
import { type AdminUserRow, roles, userFilters, usersQuery } from "./user-queries"

/** User accounts: search, purchases, roles, blocking. */
export function Component() {
  const { t, i18n } = useTranslation("adminUsers")
  const [params, setParams] = useSearchParams()
  const { filters, addressOf, change } = useListFilters(userFilters)
  const opened = params.get("user")
  const users = useQuery(usersQuery(filters))
  const show = (userId: string | null) =>
    setParams(
      (now) => {
        if (userId === null) now.delete("user")
        else now.set("user", userId)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const columns: Column<AdminUserRow>[] = [
    {
      name: "name",
      title: t("columns.name"),
      cell: (user) => (
        <>
          <span className="block" translate="no">
            {user.name || "–"}
          </span>
          <span
            className="block text-ink-soft text-xs tabular-nums"
            translate={user.phone ? "no" : undefined}
          >
            {user.phone || t("noPhone")}
          </span>
        </>
      ),
    },
    {
      name: "email",
      title: t("columns.email"),
      cell: ({ email }) => (
        <span className="break-all" translate="no">
          {email}
        </span>
      ),
    },
    {
      name: "role",
      title: t("columns.role"),
      cell: ({ role, isBlocked, approvesFrom }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <RoleBadge role={role} />
          {isBlocked && <Badge tone="danger">{t("blocked")}</Badge>}
          {approvesFrom && (
            <Badge tone="warning">
              {t("pending", { when: formatStaffDateTime(approvesFrom, i18n.language) })}
            </Badge>
          )}
        </span>
      ),
    },
    { name: "orders", title: t("columns.orders"), right: true, cell: ({ orders }) => formatCount(orders) },
    {
      name: "joined",
      title: t("columns.joined"),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
          {formatStaffDateOf(createdAt, i18n.language)}
        </time>
      ),
    },
    {
      name: "actions",
      title: t("columns.actions"),
      hideTitle: true,
      cell: (user) => (
        <span className="-my-1.5 flex justify-end">
          <IconButton label={t("open", { name: user.name || user.email })} onClick={() => show(user._id)}>
            <UserRound aria-hidden="true" className="size-4.5" />
          </IconButton>
        </span>
      ),
    },
  ]
  const { role, state } = filters
  const active: ActiveFilter[] = []
  if (role) {
    const label = role === "staff" ? t("staff") : t(`roles.${role}`)
    active.push({ name: "role", label, onRemove: () => change({ role: "" }) })
  }
  if (state) active.push({ name: "state", label: t(state), onRemove: () => change({ state: "" }) })
  const narrowed = userFilters.count(filters) > 0
  return (
    <>
      <ListHead title={t("title")}>
        <ExportButton kind="users" filters={Object.fromEntries(userFilters.write({ ...filters, page: 1 }))} />
      </ListHead>
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
          isEmpty={!narrowed}
          onClear={() => change(userFilters.none)}
        >
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <NativeSelect
              label={t("columns.role")}
              value={filters.role}
              options={[
                { value: "", label: t("any") },
                { value: "staff", label: t("staff") },
                ...roles.map((value) => ({ value, label: t(`roles.${value}`) })),
              ]}
              onChange={({ target }) => change(userFilters.parse("role", target.value))}
            />
            <NativeSelect
              label={t("state")}
              value={filters.state}
              options={[
                { value: "", label: t("any") },
                { value: "active", label: t("active") },
                { value: "blocked", label: t("blocked") },
              ]}
              onChange={({ target }) => change(userFilters.parse("state", target.value))}
            />
          </div>
        </FilterBar>
      </div>
      <div className="mt-3 space-y-3">
        <Loaded query={users} loading={t("loading")} failed={t("failed")}>
          {(data) => (
            <Paged
              shown={data.users.length}
              empty={{ title: t("empty"), text: narrowed && t("emptyText") }}
              pages={{ ...data.pagination, hrefFor: (page) => addressOf({ page }) }}
            >
              <DataTable
                label={t("title")}
                columns={columns}
                rows={data.users}
                keyOf={({ _id }) => _id}
                versionOf={({ version }) => version}
              />
            </Paged>
          )}
        </Loaded>
      </div>
      <UserDialog userId={opened} onClose={() => show(null)} />
    </>
  )
}
