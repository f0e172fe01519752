import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { Check, Field, useFields } from "@/features/admin/shared/form-fields"
import { Panel } from "@/features/admin/shared/panel"
import { PaymentTrial } from "@/features/admin/shared/payment-trial"
import { freshQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"

type Connection = Schemas["ConnectionOut"]
type Values = { values: Record<string, string | boolean> }

const connectionsQuery = freshQuery(
  ["staff", "connections"],
  read("/api/admin/settings/connections", {}, "connections"),
)

/** The shop's address, mail server and payment providers: entered here, tried, then saved. */
export function Component() {
  const { t } = useTranslation("adminSettings")
  const query = useQuery(connectionsQuery)
  return (
    <>
      <ListHead title={t("connections.title")} />
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("connections.text")}</p>
      <div className="mt-5">
        <Loaded query={query} loading={t("loading")} failed={t("failed")}>
          {(connections) => (
            <div className="space-y-5">
              {connections.map((connection) => (
                // A new version starts a new form, without the secrets that were typed.
                <ConnectionForm key={`${connection.name} ${connection.version}`} connection={connection} />
              ))}
            </div>
          )}
        </Loaded>
      </div>
    </>
  )
}

const suggested: Partial<Record<string, () => string>> = {
  port: () => "587",
  url: () => (window.location.protocol === "https:" ? window.location.origin : ""),
}

/** What is entered, with the stored values; secrets start empty. */
const startOf = ({ fields }: Connection): Values => ({
  values: Object.fromEntries(
    fields.map(({ name, value, isSecret }) => [
      name,
      name === "tls" ? value !== "0" : isSecret ? "" : value || (suggested[name]?.() ?? ""),
    ]),
  ),
})

function ConnectionForm({ connection }: { connection: Connection }) {
  const { t } = useTranslation("adminSettings")
  const { name, version, byOperator, isSetUp, savedAt, savedBy, isTried } = connection
  const [asked, setAsked] = useState<"move" | "remove" | null>(null)
  const title = connection.label || t(`connections.${name as "mail"}`)
  const form = useFormAction({
    schema: z.custom<Values>(),
    start: startOf(connection),
    act: ({ values }) =>
      sendForMessage("put", "/api/admin/settings/connections/{name}", {
        path: { name },
        body: {
          version,
          values: Object.fromEntries(
            Object.entries(values).map(([key, value]) => [
              key,
              typeof value === "boolean" ? String(Number(value)) : value,
            ]),
          ),
        },
      }),
    onDone: ({ data }, _, client) => {
      client.setQueryData(connectionsQuery.queryKey, data.connections)
      if (name === "site") goTo(data.connections)
    },
  })
  const status = byOperator ? "operator" : isSetUp ? "ready" : "missing"
  return (
    <Panel title={title}>
      <p className="mt-1 flex flex-wrap items-center gap-3 text-ink-soft text-sm">
        <Badge tone={isSetUp ? "success" : "warning"} dot>
          {t(`connections.${status}`)}
        </Badge>
        {isTried !== null && (
          <Badge tone={isTried ? "success" : "warning"} dot>
            {t(isTried ? "connections.tried" : "connections.untried")}
          </Badge>
        )}
        {savedAt && !byOperator && (
          <span>
            {savedBy}, <StaffTime at={savedAt} />
          </span>
        )}
      </p>
      {name === "mail" && isSetUp && <TestMail />}
      {isTried !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <PaymentTrial provider={name}>{t("connections.payRupee")}</PaymentTrial>
          <span className="text-ink-soft text-sm">{t("connections.payRupeeText")}</span>
        </div>
      )}
      {byOperator ? (
        <Notice className="mt-4">
          {t("connections.operatorText")}
          {name === "site" && <b translate="no"> {connection.fields[0]?.value}</b>}
        </Notice>
      ) : (
        <ActionForm
          form={name === "site" ? { ...form, submit: async () => setAsked("move") } : form}
          failed={t("saveFailed")}
          buttons={
            <>
              {isSetUp && (
                <Button variant="quiet" onClick={() => setAsked("remove")}>
                  {t("connections.remove")}
                </Button>
              )}
              <Button type="submit" busy={form.isPending}>
                {t("connections.try")}
              </Button>
            </>
          }
        >
          <div className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {connection.fields.map((field) => (
              <ConnectionField key={field.name} {...field} />
            ))}
          </div>
        </ActionForm>
      )}
      <ConfirmDialog
        open={asked === "move"}
        onClose={() => setAsked(null)}
        title={t("connections.moveTitle")}
        description={<span translate="no">{String(form.values.values.url ?? "")}</span>}
        verb={t("connections.try")}
        // The form shows the answer.
        act={form.submit}
        done=""
      >
        <p>{t("connections.moveText")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "remove"}
        onClose={() => setAsked(null)}
        title={t("connections.removeTitle", { name: title })}
        verb={t("connections.remove")}
        act={() =>
          sendForMessage("delete", "/api/admin/settings/connections/{name}", {
            path: { name },
            query: { version },
          })
        }
        onDone={({ data }, _, client) => client.setQueryData(connectionsQuery.queryKey, data.connections)}
        failed={t("connections.removeFailed")}
      >
        <p>{t(`connections.removeText.${name === "site" || name === "mail" ? name : "payments"}`)}</p>
      </ConfirmDialog>
    </Panel>
  )
}

/** Go on at the address that was saved: the shop answers to no other name from now on. */
function goTo(connections: Connection[]) {
  const url = connections.find(({ name }) => name === "site")?.fields[0]?.value
  if (url && url !== window.location.origin) window.location.assign(url + window.location.pathname)
}

function TestMail() {
  const { t } = useTranslation("adminSettings")
  const sending = useAction({
    act: () => sendForMessage("post", "/api/admin/settings/connections/mail/test", {}),
    failed: t("connections.testFailed"),
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      className="mt-3"
      busy={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {t("connections.test")}
    </Button>
  )
}

function ConnectionField({ name, isSecret, value }: Connection["fields"][number]) {
  const { t } = useTranslation("adminSettings")
  const { field } = useFields<Values>()
  const path = `values.${name}`
  const label = t(`connections.fields.${name as "host"}`)
  if (name === "tls")
    return (
      <div className="self-center">
        <Check path={path}>{label}</Check>
      </div>
    )
  if (!isSecret) return <Field path={path} label={label} spellCheck={false} />
  return (
    <TextField
      {...field(path as "values")}
      label={label}
      type="password"
      autoComplete="new-password"
      hint={value ? t("connections.stored", { end: value }) : undefined}
    />
  )
}
