import { useQuery } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { useState } from "react"
import { useNavigate, useParams } from "react-router-dom"
import { Badge, type Tone } from "@/components/badge"
import { Button, IconButton } from "@/components/button"
import { Notice } from "@/components/notice"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { SelectField } from "@/features/admin/shared/form-fields"
import { listFilters, oneOf, pageNumber, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { send, sendForMessage } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { Secret } from "@/features/admin/tokens/secret"
import { UserTabs } from "@/features/admin/users/user-tabs"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { EndpointDialog } from "./endpoint-dialog"
import { type Delivery, deliveriesQuery, type Endpoint, endpointsKey, statuses } from "./queries"

const list = listFilters(z.object({ status: oneOf(statuses, "all"), page: pageNumber() }))
const tones: Record<Delivery["status"], Tone> = { delivered: "success", waiting: "warning", failed: "danger" }
const HOUR_MS = 3_600_000
const hoursOf = { hour: 1, day: 24, days: 72, month: 720 } as const
const periods = Object.keys(hoursOf) as (keyof typeof hoursOf)[]

type Dialog = "edit" | "rotate" | "delete" | "replay"

/** One endpoint: the log of its messages, and what an admin does with it. */
export function Component() {
  const { t, i18n } = useTranslation("adminUsers")
  const { endpointId = "" } = useParams()
  const { filters } = useListFilters(list)
  const query = useQuery(deliveriesQuery(endpointId, filters))
  const { endpoint, deliveries = [], pagination } = query.data ?? {}
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const path = { endpoint_id: endpointId }
  const test = useAction({
    act: () => sendForMessage("post", "/api/admin/webhook-endpoints/{endpoint_id}/test", { path }),
    renews: [endpointsKey],
    failed: t("hooks.testFailed"),
  })
  const again = useAction({
    act: (messageId: string) =>
      sendForMessage("post", "/api/admin/webhook-endpoints/{endpoint_id}/replay", {
        path,
        body: { messageId },
      }),
    renews: [endpointsKey],
    failed: t("hooks.log.againFailed"),
  })
  const cells = {
    type: ({ type, _id }) => (
      <span translate="no">
        <span className="block font-medium">{type}</span>
        <span className="break-all text-ink-soft text-xs">{_id}</span>
      </span>
    ),
    created: ({ createdAt }) => <StaffTime at={createdAt} />,
    status: ({ status, attempts, nextTryAt }) => (
      <>
        <Badge tone={tones[status]} dot>
          {t(`hooks.log.statuses.${status}`)}
        </Badge>
        <p className="text-ink-soft text-xs">
          {t("hooks.log.attempts", { count: attempts })}
          {nextTryAt && ` · ${t("hooks.log.next", { when: formatStaffDateTime(nextTryAt, i18n.language) })}`}
        </p>
      </>
    ),
    answer: ({ statusCode, error, answer, body, attempts }) => (
      <details>
        <summary className="cursor-pointer" translate="no">
          {attempts ? (statusCode ?? error) : t("hooks.log.none")}
        </summary>
        <pre className="max-w-prose whitespace-pre-wrap break-all text-xs" translate="no">
          {[body, answer].filter(Boolean).join("\n\n")}
        </pre>
      </details>
    ),
    actions: ({ _id, status }) =>
      status !== "waiting" && (
        <span className="-my-1.5 flex justify-end">
          <IconButton
            label={t("hooks.log.again", { id: _id })}
            busy={again.isPending}
            onClick={() => again.mutate(_id)}
          >
            <RotateCw aria-hidden="true" className="size-4.5" />
          </IconButton>
        </span>
      ),
  } satisfies Cells<Delivery>
  return (
    <>
      <ListPage
        title={endpoint?.name ?? t("hooks.title")}
        intro={endpoint?.url}
        actions={
          endpoint && (
            <>
              <Button
                size="sm"
                variant="secondary"
                busy={test.isPending}
                disabled={endpoint.activeSince === null}
                onClick={() => test.mutate()}
              >
                {t("hooks.test")}
              </Button>
              {(["replay", "rotate", "edit", "delete"] as const).map((name) => (
                <Button key={name} size="sm" variant="secondary" onClick={() => setDialog(name)}>
                  {t(name === "replay" ? "hooks.log.failedSince" : `hooks.${name}`)}
                </Button>
              ))}
            </>
          )
        }
        above={<UserTabs chosen="webhooks" />}
        list={list}
        query={query}
        renew={() => void query.refetch()}
        loading={t("hooks.log.loading")}
        failed={t("hooks.log.failed")}
        tabs={{
          label: t("hooks.log.tabs"),
          names: statuses,
          title: (name) => t(`hooks.log.statuses.${name}`),
        }}
        shown={deliveries.length}
        empty={{ title: t("hooks.log.empty") }}
        pagination={pagination}
      >
        <DataTable
          label={t("hooks.title")}
          cells={cells}
          title={(name) => t(`hooks.log.columns.${name}`)}
          rows={deliveries}
          keyOf={({ _id }) => _id}
        />
      </ListPage>
      {endpoint && dialog && <Dialogs endpoint={endpoint} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

type DialogsProps = { endpoint: Endpoint; dialog: Dialog; onClose: () => void }

function Dialogs({ endpoint, dialog, onClose }: DialogsProps) {
  const { t } = useTranslation("adminUsers")
  const navigate = useNavigate()
  const path = { endpoint_id: endpoint._id }
  const common = { open: true, onClose, renews: [endpointsKey] }
  if (dialog === "edit") return <EndpointDialog open onClose={onClose} endpoint={endpoint} />
  if (dialog === "rotate")
    return (
      <FormDialog
        {...common}
        title={t("hooks.rotate")}
        description={endpoint.name}
        schema={z.object({})}
        start={{}}
        act={() => send("post", "/api/admin/webhook-endpoints/{endpoint_id}/secret", { path })}
        result={({ secret }) => (
          <Secret secret={secret} title={t("hooks.made", { name: endpoint.name })} onClose={onClose}>
            {t("hooks.madeText")}
          </Secret>
        )}
        failed={t("hooks.rotateFailed")}
        submit={t("hooks.rotate")}
      >
        <Notice tone="warning">{t("hooks.rotateText")}</Notice>
      </FormDialog>
    )
  if (dialog === "delete")
    return (
      <ConfirmDialog
        {...common}
        title={t("hooks.deleteTitle")}
        description={endpoint.name}
        verb={t("hooks.delete")}
        act={() => sendForMessage("delete", "/api/admin/webhook-endpoints/{endpoint_id}", { path })}
        onDone={() => navigate("/admin/users/webhooks")}
        failed={t("hooks.deleteFailed")}
      >
        <Notice tone="warning">{t("hooks.deleteText")}</Notice>
      </ConfirmDialog>
    )
  return (
    <FormDialog
      {...common}
      title={t("hooks.log.failedSince")}
      description={endpoint.name}
      schema={z.object({ period: oneOf(periods, "day") })}
      start={{ period: "day" }}
      act={({ period }) =>
        sendForMessage("post", "/api/admin/webhook-endpoints/{endpoint_id}/replay", {
          path,
          body: { failedSince: new Date(Date.now() - hoursOf[period] * HOUR_MS).toISOString() },
        })
      }
      failed={t("hooks.log.againFailed")}
      submit={t("hooks.log.failedSince")}
    >
      <SelectField
        path="period"
        label={t("hooks.log.since")}
        options={periods.map((name) => ({ value: name, label: t(`hooks.log.periods.${name}`) }))}
      />
    </FormDialog>
  )
}
