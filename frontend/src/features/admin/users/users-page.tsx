import { useQuery } from "@tanstack/react-query"
import { UserRound } from "lucide-react"
import { Badge } from "@/components/badge"
import { IconButton } from "@/components/button"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { formatStaffDateOf, formatStaffDateTime } from "@/lib/staff-time"
import { type AdminUserRow, roles, userFilters, usersQuery } from "./queries"
import { RoleBadge, UserDialog } from "./user-dialog"
import { UserTabs } from "./user-tabs"

/** User accounts: search, purchases, roles, blocking. */
export function Component() {
  const { t, i18n } = useTranslation("adminUsers")
  const { filters } = useListFilters(userFilters)
  const { opened, open, close } = useOpened("user")
  const query = useQuery(usersQuery(filters))
  const { users = [], pagination } = query.data ?? {}
  const cells = {
    name: (user) => (
      <>
        <span className="block" translate="no">
          {user.name || "–"}
        </span>
        <span className="block text-ink-soft text-xs tabular-nums" translate={user.phone ? "no" : undefined}>
          {user.phone || t("noPhone")}
        </span>
      </>
    ),
    email: ({ email }) => (
      <span className="break-all" translate="no">
        {email}
      </span>
    ),
    role: ({ role, isBlocked, approvesFrom }) => (
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
    orders: ({ orders }) => formatCount(orders),
    joined: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
        {formatStaffDateOf(createdAt, i18n.language)}
      </time>
    ),
    actions: (user) => (
      <span className="-my-1.5 flex justify-end">
        <IconButton
          data-opens
          label={t("open", { name: user.name || user.email })}
          onClick={() => open(user._id)}
        >
          <UserRound aria-hidden="true" className="size-4.5" />
        </IconButton>
      </span>
    ),
  } satisfies Cells<AdminUserRow>
  const narrowed = userFilters.count(filters) > 0
  return (
    <>
      <ListPage
        title={t("title")}
        actions={<ExportButton kind="users" filters={userFilters.exported(filters)} />}
        above={<UserTabs chosen="accounts" />}
        list={userFilters}
        query={query}
        loading={t("loading")}
        failed={t("failed")}
        tools={
          <FilterBar
            list={userFilters}
            search={{ label: t("search"), hint: t("searchHint") }}
            selects={[
              {
                name: "role",
                label: t("columns.role"),
                options: [
                  { value: "staff", label: t("staff") },
                  ...roles.map((value) => ({ value, label: t(`roles.${value}`) })),
                ],
              },
              {
                name: "state",
                label: t("state"),
                options: [
                  { value: "active", label: t("active") },
                  { value: "blocked", label: t("blocked") },
                ],
              },
            ]}
          />
        }
        shown={users.length}
        empty={{ title: t("empty"), text: narrowed && t("emptyText") }}
        pagination={pagination}
      >
        <DataTable
          label={t("title")}
          cells={cells}
          title={(name) => t(`columns.${name}`)}
          right={["orders"]}
          rows={users}
          keyOf={({ _id }) => _id}
          versionOf={({ version }) => version}
        />
      </ListPage>
      <UserDialog userId={opened} onClose={close} />
    </>
  )
}
