import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Check, CheckGroup, Field } from "@/features/admin/shared/form-fields"
import { required } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { Secret } from "@/features/admin/tokens/secret"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { type Endpoint, endpointsKey, types } from "./queries"

const MAX_NAME = 120
const MAX_URL = 500

/** The field of a type: a dot would lead into it. */
const fieldOf = (type: string) => type.replace(".", "-")

type EndpointDialogProps = { open: boolean; onClose: () => void; endpoint?: Endpoint }

/** Create an endpoint, whose secret is shown here and only now, or edit one. */
export function EndpointDialog({ open, onClose, endpoint }: EndpointDialogProps) {
  const { t } = useTranslation("adminUsers")
  const schema = z.object({
    name: required(t("tokens.nameMissing")),
    url: required(t("hooks.urlMissing")),
    active: z.boolean(),
    types: z
      .record(z.string(), z.boolean())
      .transform((ticked) => types.filter((type) => ticked[fieldOf(type)]))
      .refine((found) => found.length > 0, t("hooks.typesMissing")),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t(endpoint ? "hooks.edit" : "hooks.create")}
      schema={schema}
      start={{
        name: endpoint?.name ?? "",
        url: endpoint?.url ?? "",
        active: endpoint ? endpoint.activeSince !== null : true,
        types: Object.fromEntries(endpoint?.types.map((type) => [fieldOf(type), true]) ?? []),
      }}
      act={async ({ active, ...body }) =>
        endpoint
          ? void (await send("put", "/api/admin/webhook-endpoints/{endpoint_id}", {
              path: { endpoint_id: endpoint._id },
              body: { ...body, active },
            }))
          : send("post", "/api/admin/webhook-endpoints", { body })
      }
      onDone={(made) => made ?? onClose()}
      result={(made) =>
        made && (
          <Secret
            secret={made.secret}
            title={t("hooks.made", { name: made.endpoint.name })}
            onClose={onClose}
          >
            {t("hooks.madeText")}
          </Secret>
        )
      }
      renews={[endpointsKey]}
      failed={t(endpoint ? "hooks.editFailed" : "hooks.createFailed")}
      submit={t(endpoint ? "hooks.save" : "hooks.create")}
    >
      <Field
        path="name"
        label={t("hooks.columns.name")}
        hint={t("hooks.nameHint")}
        maxLength={MAX_NAME}
        required
      />
      <Field
        path="url"
        label={t("hooks.columns.url")}
        hint={t("hooks.urlHint")}
        maxLength={MAX_URL}
        required
        spellCheck={false}
      />
      <CheckGroup path="types" label={t("hooks.columns.types")}>
        {types.map((type) => (
          <Check key={type} path={`types.${fieldOf(type)}`}>
            <span translate="no">{type}</span>
          </Check>
        ))}
      </CheckGroup>
      {endpoint && <Check path="active">{t("hooks.active")}</Check>}
    </FormDialog>
  )
}
