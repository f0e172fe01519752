import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { SelectField } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { bankKey, type Columns, sendStatement, type Upload } from "./queries"

const roles = [
  "date",
  "narration",
  "reference",
  "withdrawal",
  "deposit",
  "amount",
  "direction",
  "balance",
] as const

/** The row of a file that looks most like a heading: the first with the most cells. */
export function headingOf(sample: string[][]): number {
  const filled = sample.map((row) => row.filter(Boolean).length)
  return Math.max(0, filled.indexOf(Math.max(...filled)))
}

/** Return true when these columns are enough to read a statement by. */
export const isEnough = (columns: Columns) =>
  Boolean(columns.date && columns.narration && (columns.amount || (columns.withdrawal && columns.deposit)))

type ColumnsDialogProps = {
  /** The first rows of the file; null when the dialog is closed. */
  sample: string[][] | null
  upload: Upload | undefined
  onClose: () => void
}

/** Says which column of an unknown bank is which; the server remembers it for the account. */
export function ColumnsDialog({ sample, upload, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation("bank")
  const rows = sample ?? []
  const schema = z
    .object({ heading: z.string(), columns: z.custom<Columns>() })
    .transform(({ columns }) => Object.fromEntries(Object.entries(columns).filter(([, name]) => name)))
    .refine(isEnough, { path: ["columns"], message: t("columns.missing") })
  return (
    <FormDialog
      open={sample !== null}
      onClose={onClose}
      title={t("columns.title")}
      description={t("columns.text")}
      size="lg"
      schema={schema}
      start={{ heading: String(headingOf(rows)), columns: {} }}
      act={async (columns) => upload && sendStatement({ ...upload, columns })}
      renews={[bankKey]}
      failed={t("upload.refused")}
      submit={t("columns.submit")}
    >
      {({ values, errors, put }) => {
        const names = [...new Set((rows[Number(values.heading)] ?? []).filter(Boolean))]
        return (
          <>
            <NativeSelect
              label={t("columns.heading")}
              value={values.heading}
              options={rows.map((row, at) => ({ value: String(at), label: row.filter(Boolean).join(" · ") }))}
              onChange={({ target }) => put({ heading: target.value, columns: {} })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              {roles.map((role) => (
                <SelectField
                  key={role}
                  path={`columns.${role}`}
                  label={t(`columns.roles.${role}`)}
                  choose={t("columns.none")}
                  options={names.map((name) => ({ value: name, label: name }))}
                />
              ))}
            </div>
            {errors.columns && (
              <Notice tone="danger" announce>
                {errors.columns}
              </Notice>
            )}
          </>
        )
      }}
    </FormDialog>
  )
}
