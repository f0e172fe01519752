import { useQuery } from "@tanstack/react-query"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Check, Field, useFields } from "@/features/admin/shared/form-fields"
import { Panel } from "@/features/admin/shared/panel"
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

/** Mail server and payment providers: entered here, tried, then saved. */
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

/** What is entered, with the stored values; secrets start empty. */
const startOf = ({ fields }: Connection): Values => ({
  values: Object.fromEntries(
    fields.map(({ name, value, isSecret }) => [
      name,
      name === "tls" ? value !== "0" : isSecret ? "" : value || (name === "port" ? "587" : ""),
    ]),
  ),
})

function ConnectionForm({ connection }: { connection: Connection }) {
  const { t } = useTranslation("adminSettings")
  const { name, version, byOperator, savedAt, savedBy } = connection
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
    onDone: ({ data }, _, client) => client.setQueryData(connectionsQuery.queryKey, data.connections),
  })
  const isSetUp = byOperator || version > 0
  const status = byOperator ? "operator" : isSetUp ? "ready" : "missing"
  return (
    <Panel title={connection.label || t("connections.mail")}>
      <p className="mt-1 flex flex-wrap items-center gap-3 text-ink-soft text-sm">
        <Badge tone={isSetUp ? "success" : "warning"} dot>
          {t(`connections.${status}`)}
        </Badge>
        {savedAt && !byOperator && (
          <span>
            {savedBy}, <StaffTime at={savedAt} />
          </span>
        )}
      </p>
      {name === "mail" && isSetUp && <TestMail />}
      {byOperator ? (
        <Notice className="mt-4">{t("connections.operatorText")}</Notice>
      ) : (
        <ActionForm form={form} failed={t("saveFailed")} submit={t("connections.try")}>
          <div className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {connection.fields.map((field) => (
              <ConnectionField key={field.name} {...field} />
            ))}
          </div>
        </ActionForm>
      )}
    </Panel>
  )
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
