import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { pagesOnly } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { TextLink } from "@/features/admin/shared/text-link"
import { UserTabs } from "@/features/admin/users/user-tabs"
import { useTranslation } from "@/i18n"
import { EndpointDialog } from "./endpoint-dialog"
import { type Endpoint, endpointsQuery, statusOf } from "./queries"

const tones: Record<ReturnType<typeof statusOf>, Tone> = {
  active: "success",
  failing: "warning",
  off: "danger",
}

/** The programs that the shop sends webhooks to. */
export function Component() {
  const { t } = useTranslation("adminUsers")
  const query = useQuery(endpointsQuery)
  const [creating, setCreating] = useState(false)
  const rows = query.data ?? []
  const add = (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {t("hooks.create")}
    </Button>
  )
  const cells = {
    name: ({ _id, name }) => <TextLink to={`/admin/users/webhooks/${_id}`}>{name}</TextLink>,
    url: ({ url }) => (
      <span className="break-all" translate="no">
        {url}
      </span>
    ),
    types: (row) => <span translate="no">{row.types.join(" · ")}</span>,
    status: (row) => (
      <Badge tone={tones[statusOf(row)]} dot>
        {t(`hooks.statuses.${statusOf(row)}`)}
      </Badge>
    ),
  } satisfies Cells<Endpoint>
  return (
    <>
      <ListPage
        title={t("hooks.title")}
        intro={t("hooks.intro")}
        actions={add}
        above={<UserTabs chosen="webhooks" />}
        list={pagesOnly}
        query={query}
        loading={t("hooks.loading")}
        failed={t("hooks.failed")}
        shown={rows.length}
        empty={{ title: t("hooks.empty"), text: t("hooks.emptyText"), action: add }}
      >
        <DataTable
          label={t("hooks.title")}
          cells={cells}
          title={(name) => t(`hooks.columns.${name}`)}
          rows={rows}
          keyOf={({ _id }) => _id}
        />
      </ListPage>
      <EndpointDialog open={creating} onClose={() => setCreating(false)} />
    </>
  )
}
