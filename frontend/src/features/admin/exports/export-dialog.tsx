import { useNavigate } from "react-router-dom"
import { Dialog } from "@/components/dialog"
import { RadioList } from "@/components/radio-list"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Check, Field } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
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
  onClose: () => void
}

export function ExportDialog({ kind, filters, open, onClose }: ExportDialogProps) {
  const { t } = useTranslation("exports")
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={t("dialog.title", { kind: t(`kinds.${kind}`) })}
      description={t("dialog.text")}
    >
      <Form kind={kind} filters={filters} onClose={onClose} />
    </Dialog>
  )
}

function Form({ kind, filters, onClose }: Omit<ExportDialogProps, "open">) {
  const { t } = useTranslation("exports")
  const navigate = useNavigate()
  const alwaysFull = ALWAYS_FULL.has(kind)
  const form = useFormAction({
    start: { format: formats[kind][0], full: alwaysFull, reason: "" },
    problems: ({ full, reason }) => ({
      reason: full && reason.trim().length < MIN_REASON && t("dialog.reasonMissing"),
    }),
    act: ({ format, full, reason }) => {
      const personalData = full ? ("full" as const) : ("masked" as const)
      const body = { kind, format, filters, personalData, reason: full ? reason.trim() : "" }
      return send("post", "/api/admin/exports", { body, once: `export:${JSON.stringify(body)}` })
    },
    onDone: () => {
      toast.success(t("dialog.begun"), { label: t("dialog.see"), onClick: () => navigate("/admin/exports") })
      onClose()
    },
    renews: [exportsQuery.queryKey],
  })
  const { format, full } = form.values
  return (
    <ActionForm
      form={form}
      failed={t(kind === "transactions" ? "dialog.failedTransactions" : "dialog.failed")}
      submit={t("dialog.submit")}
      onCancel={onClose}
    >
      <section>
        <h3 className="mb-1.5 font-medium text-sm">{t("dialog.filters")}</h3>
        <FilterList filters={filters} none={t("dialog.noFilters")} />
      </section>
      <RadioList
        label={t("dialog.format")}
        value={format}
        options={formats[kind].map((value) => ({ value, label: t(`dialog.${value}`) }))}
        onChange={(chosen) => form.put({ format: chosen })}
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
        {full && <Field path="reason" label={t("dialog.reason")} maxLength={300} className="mt-2" />}
      </div>
    </ActionForm>
  )
}
