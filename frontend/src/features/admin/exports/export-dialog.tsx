import { useNavigate } from "react-router-dom"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Check, Field, RadioField } from "@/features/admin/shared/form-fields"
import { text } from "@/features/admin/shared/form-rules"
import { Part } from "@/features/admin/shared/panel"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { z } from "@/lib/zod"
import { FilterList } from "./filter-list"
import { type ExportIn, type ExportKind, exportsQuery } from "./queries"

const MIN_REASON = 3

type Format = NonNullable<ExportIn["format"]>
const TABLE: readonly [Format, Format] = ["csv", "xlsx"]
/** The formats of each kind, as the server has them; the first is the usual one. */
const formats: Record<ExportKind, readonly [Format, ...Format[]]> = {
  transactions: TABLE,
  orders: TABLE,
  users: TABLE,
  discounts: TABLE,
  tax: TABLE,
  gstr1: ["json", "xlsx"],
  einvoices: ["json"],
  tally: ["xml"],
  payouts: TABLE,
}
/** Of no use with masked names; the server refuses those. */
const ALWAYS_FULL: ReadonlySet<ExportKind> = new Set(["einvoices", "tally"])

export type ExportDialogProps = {
  kind: ExportKind
  /** As in the list's API query; unset ones are left out. */
  filters: Record<string, unknown>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Order a list as a file, with masked or full personal data. */
export function ExportDialog({ kind, filters, open, onOpenChange }: ExportDialogProps) {
  const { t } = useTranslation("exports")
  const navigate = useNavigate()
  const alwaysFull = ALWAYS_FULL.has(kind)
  const schema = z
    .object({ format: z.custom<Format>(), full: z.boolean(), reason: text })
    .refine(({ full, reason }) => !full || reason.length >= MIN_REASON, {
      path: ["reason"],
      message: t("dialog.reasonMissing"),
    })
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t("dialog.title", { kind: t(`kinds.${kind}`) })}
      description={t("dialog.text")}
      schema={schema}
      start={{ format: formats[kind][0], full: alwaysFull, reason: "" }}
      act={({ format, full, reason }) => {
        const personalData = full ? ("full" as const) : ("masked" as const)
        const body = { kind, format, filters, personalData, reason: full ? reason : "" }
        return send("post", "/api/admin/exports", { body, once: `export:${JSON.stringify(body)}` })
      }}
      onDone={() =>
        toast.success(t("dialog.begun"), {
          label: t("dialog.see"),
          onClick: () => navigate("/admin/exports"),
        })
      }
      renews={[exportsQuery.queryKey]}
      failed={t(kind === "transactions" ? "dialog.failedTransactions" : "dialog.failed")}
      submit={t("dialog.submit")}
    >
      {({ values }) => (
        <>
          <Part title={t("dialog.filters")}>
            <FilterList filters={filters} none={t("dialog.noFilters")} />
          </Part>
          <RadioField
            path="format"
            label={t("dialog.format")}
            options={formats[kind].map((value) => ({ value, label: t(`dialog.${value}`) }))}
          />
          <div>
            {alwaysFull ? (
              <p className="text-ink-soft text-sm">{t("dialog.alwaysFull")}</p>
            ) : (
              <Check path="full">
                {t("dialog.full")}
                <span className="block text-ink-soft text-sm">{t("dialog.fullHint")}</span>
              </Check>
            )}
            {values.full && (
              <Field path="reason" label={t("dialog.reason")} maxLength={300} className="mt-2" />
            )}
          </div>
        </>
      )}
    </FormDialog>
  )
}
