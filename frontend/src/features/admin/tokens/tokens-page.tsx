import { useQuery } from "@tanstack/react-query"
import { Ban, Plus } from "lucide-react"
import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button, IconButton } from "@/components/button"
import { Notice } from "@/components/notice"
import { useValueLabel } from "@/features/admin/audit/use-value-label"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { pagesOnly, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { sendForMessage } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { UserTabs } from "@/features/admin/users/user-tabs"
import { useTranslation } from "@/i18n"
import { type ApiToken, tokensKey, tokensQuery } from "./queries"
import { TokenDialog } from "./token-dialog"

const tones: Record<ApiToken["status"], Tone> = { active: "success", expired: "neutral", revoked: "danger" }

/** API tokens of programs: list, creation, revoking. */
export function Component() {
  const { t } = useTranslation("adminUsers")
  const { filters } = useListFilters(pagesOnly)
  const query = useQuery(tokensQuery(filters.page))
  const { tokens = [], pagination } = query.data ?? {}
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const labels = useValueLabel("token.created")
  const add = (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {t("tokens.create")}
    </Button>
  )
  const cells = {
    name: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
    rights: ({ rights }) => rights.map((right) => labels.value(["rights"], right)).join(" · "),
    madeBy: ({ madeBy }) => <span translate="no">{madeBy}</span>,
    expires: ({ expiresAt }) => <StaffTime at={expiresAt} />,
    lastUsed: ({ lastUsedAt }) => (lastUsedAt ? <StaffTime at={lastUsedAt} /> : t("tokens.never")),
    status: ({ status }) => (
      <Badge tone={tones[status]} dot>
        {t(`tokens.statuses.${status}`)}
      </Badge>
    ),
    actions: (token) =>
      token.status === "active" && (
        <span className="-my-1.5 flex justify-end">
          <IconButton
            data-opens
            label={t("tokens.revokeOf", { name: token.name })}
            onClick={() => setRevoking(token)}
          >
            <Ban aria-hidden="true" className="size-4.5" />
          </IconButton>
        </span>
      ),
  } satisfies Cells<ApiToken>
  return (
    <>
      <ListPage
        title={t("tokens.title")}
        intro={t("tokens.intro")}
        actions={add}
        above={<UserTabs chosen="tokens" />}
        list={pagesOnly}
        query={query}
        loading={t("tokens.loading")}
        failed={t("tokens.failed")}
        shown={tokens.length}
        empty={{ title: t("tokens.empty"), text: t("tokens.emptyText"), action: add }}
        pagination={pagination}
      >
        <DataTable
          label={t("tokens.title")}
          cells={cells}
          title={(name) => t(`tokens.columns.${name}`)}
          rows={tokens}
          keyOf={({ _id }) => _id}
        />
      </ListPage>
      <TokenDialog open={creating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t("tokens.revoke")}
        description={revoking?.name}
        verb={t("tokens.revokeNow")}
        act={() =>
          sendForMessage("post", "/api/admin/api-tokens/{token_id}/revoke", {
            path: { token_id: revoking?._id ?? "" },
          })
        }
        renews={[tokensKey]}
        failed={t("tokens.revokeFailed")}
      >
        <Notice tone="warning">{t("tokens.revokeText")}</Notice>
      </ConfirmDialog>
    </>
  )
}
