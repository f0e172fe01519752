import { useNavigate } from "react-router-dom"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { SelectField } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { z } from "@/lib/zod"
import { importsQuery, type Upload, uploadFile } from "./queries"

type Unknown = { columns: string[]; fields: { name: string; label: string }[] }

/** The headings of a file that are unknown; null for any other failure. */
export const unknownColumns = (error: unknown): Unknown | null =>
  error instanceof ApiError && error.code === "COLUMNS_UNKNOWN" ? (error.data as Unknown) : null

type ColumnsDialogProps = { unknown: Unknown | null; upload: Upload | undefined; onClose: () => void }

/** Says which column of an unknown file is which. */
export function ColumnsDialog({ unknown, upload, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation("moveIn")
  const navigate = useNavigate()
  const columns = [...new Set(unknown?.columns)].map((name) => ({ value: name, label: name }))
  return (
    <FormDialog
      open={unknown !== null}
      onClose={onClose}
      title={t("columns.title")}
      description={t("columns.text")}
      size="lg"
      schema={z
        .object({ mapping: z.custom<Record<string, string>>() })
        .transform(({ mapping }) => Object.fromEntries(Object.entries(mapping).filter(([, name]) => name)))}
      start={{ mapping: {} }}
      act={async (mapping) => upload && uploadFile({ ...upload, mapping })}
      onDone={(made) => made && navigate(`/admin/move-in/${made._id}`)}
      renews={[importsQuery.queryKey]}
      failed={t("upload.failed")}
      submit={t("columns.submit")}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {unknown?.fields.map(({ name, label }) => (
          <SelectField
            key={name}
            path={`mapping.${name}`}
            label={label}
            choose={t("columns.none")}
            options={columns}
          />
        ))}
      </div>
    </FormDialog>
  )
}
