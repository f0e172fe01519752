import { useQuery } from "@tanstack/react-query"
import { ActionForm } from "@/features/admin/shared/action-form"
import { SelectField } from "@/features/admin/shared/form-fields"
import { Panel } from "@/features/admin/shared/panel"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { z } from "@/lib/zod"
import { importKey, importQuery, importsQuery } from "./queries"

/** Asks which column of an unknown file is which. */
export function ColumnsForm({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId))
  return data && data.columns.length > 0 ? <Form key={importId} data={data} /> : null
}

function Form({ data }: { data: Schemas["ImportData"] }) {
  const { t } = useTranslation("moveIn")
  const columns = [...new Set(data.columns)].map((name) => ({ value: name, label: name }))
  const form = useFormAction({
    schema: z
      .object({ mapping: z.custom<Record<string, string>>() })
      .transform(({ mapping }) => Object.fromEntries(Object.entries(mapping).filter(([, name]) => name))),
    start: { mapping: {} },
    act: (mapping) =>
      send("put", "/api/admin/imports/{import_id}/columns", {
        path: { import_id: data._id },
        body: { mapping },
      }),
    renews: [importsQuery.queryKey, importKey],
  })
  return (
    <Panel title={t("columns.title")}>
      <ActionForm
        inline
        form={form}
        className="mt-4 space-y-4"
        failed={t("columns.failed")}
        submit={t("columns.submit")}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {data.fields.map(({ name, label }) => (
            <SelectField
              key={name}
              path={`mapping.${name}`}
              label={label}
              choose={t("columns.none")}
              options={columns}
            />
          ))}
        </div>
      </ActionForm>
    </Panel>
  )
}
