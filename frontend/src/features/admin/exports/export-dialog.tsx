import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newIdempotencyKey } from "@/lib/api"
import { toast } from "@/lib/toast"
import { FilterList } from "./filter-list"
import { createExport, type ExportIn, type ExportKind, exportsQuery } from "./queries"

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
  const client = useQueryClient()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [format, setFormat] = useState(formats[kind][0])
  const alwaysFull = ALWAYS_FULL.has(kind)
  const [full, setFull] = useState(alwaysFull)
  const [reason, setReason] = useState("")
  const [tried, setTried] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const reasonMissing = full && reason.trim().length < MIN_REASON

  const ask = useMutation({
    mutationFn: (body: ExportIn) => createExport(body, key),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: exportsQuery.queryKey })
      toast.success(t("dialog.begun"), { label: t("dialog.see"), onClick: () => navigate("/admin/exports") })
      onClose()
    },
    onError: (error) =>
      toast.error(
        errorText(error, t(kind === "transactions" ? "dialog.failedTransactions" : "dialog.failed")),
      ),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (reasonMissing) focusFirstError(event.currentTarget)
    if (reasonMissing || ask.isPending) return
    ask.mutate({
      kind,
      format,
      filters,
      personalData: full ? "full" : "masked",
      reason: full ? reason.trim() : "",
    })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <section>
        <h3 className="mb-1.5 font-medium text-sm">{t("dialog.filters")}</h3>
        <FilterList filters={filters} none={t("dialog.noFilters")} />
      </section>
      <RadioList
        label={t("dialog.format")}
        value={format}
        options={formats[kind].map((value) => ({ value, label: t(`dialog.${value}`) }))}
        onChange={setFormat}
      />
      <div>
        {alwaysFull ? (
          <p className="text-ink-soft text-sm">{t("dialog.alwaysFull")}</p>
        ) : (
          <Checkbox checked={full} onChange={setFull}>
            {t("dialog.full")}
            <span className="block text-ink-soft text-sm">{t("dialog.fullHint")}</span>
          </Checkbox>
        )}
        {full && (
          <TextField
            className="mt-2"
            label={t("dialog.reason")}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={tried && reasonMissing ? t("dialog.reasonMissing") : undefined}
            maxLength={300}
            autoComplete="off"
          />
        )}
      </div>
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t("dialog.cancel")}
        </Button>
        <Button type="submit" busy={ask.isPending}>
          {t("dialog.submit")}
        </Button>
      </div>
    </form>
  )
}
