import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Field } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { saveFile } from "@/lib/save-file"
import { bodyOf, draftOf } from "./draft"
import { discountsKey, type NewBatch } from "./queries"
import { RuleFields, useFaults } from "./rule-fields"

/** Generate codes that can be used once each; they can be downloaded here, and only now. */
export function BatchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("discounts")
  const [made, setMade] = useState<NewBatch | null>(null)
  function close() {
    setMade(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && close()}
      size="lg"
      title={t("batch.title")}
      description={t("batch.text")}
    >
      {made ? <Made batch={made} onClose={close} /> : <BatchForm onClose={close} onCreated={setMade} />}
    </Dialog>
  )
}

function Made({ batch, onClose }: { batch: NewBatch; onClose: () => void }) {
  const { t } = useTranslation("discounts")
  const [saved, setSaved] = useState(false)
  const save = () => {
    const lines = ["code", ...batch.codes].map((line) => `${line}\r\n`)
    saveFile(new Blob(lines, { type: "text/csv" }), `discount-codes-${batch.batch}.csv`)
    setSaved(true)
  }
  return (
    <div className="space-y-5">
      <Notice tone="success" announce title={t("batch.made", { count: batch.codes.length })}>
        {t("batch.madeText")}
      </Notice>
      <p className="wrap-anywhere font-medium tabular-nums">
        {batch.codes.slice(0, 3).join(" · ")}
        {batch.codes.length > 3 && " …"}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant={saved ? "primary" : "quiet"} onClick={onClose}>
          {t("batch.close")}
        </Button>
        <Button variant={saved ? "secondary" : "primary"} onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          {t("batch.download")}
        </Button>
      </div>
    </div>
  )
}

type BatchFormProps = { onClose: () => void; onCreated: (batch: NewBatch) => void }

function BatchForm({ onClose, onCreated }: BatchFormProps) {
  const { t } = useTranslation("discounts")
  const faultsOf = useFaults()
  const form = useFormAction({
    start: { ...draftOf(null), prefix: "", count: "100" },
    problems: ({ prefix, count, ...draft }) => ({
      ...faultsOf(draft),
      prefix: !prefix.trim() && t("batch.prefixMissing"),
      count: !/^\d{1,5}$/.test(count.trim()) && t("faults.wholeNumber"),
    }),
    act: ({ prefix, count, ...draft }) => {
      const { code: _code, limit: _limit, ...rule } = bodyOf(draft)
      const body = { ...rule, prefix, count: Number(count) }
      return send("post", "/api/admin/discount-batches", { body, once: `batch:${JSON.stringify(body)}` })
    },
    onDone: onCreated,
    renews: [discountsKey],
  })
  return (
    <ActionForm form={form} failed={t("batch.failed")} submit={t("batch.create")} onCancel={onClose}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t("batch.prefix")}
          hint={t("batch.prefixHint")}
          maxLength={12}
          autoComplete="off"
          spellCheck={false}
          {...form.field("prefix")}
          onChange={({ target }) => form.put({ prefix: target.value.toUpperCase() })}
        />
        <Field
          path="count"
          label={t("batch.count")}
          hint={t("batch.countHint")}
          inputMode="numeric"
          maxLength={5}
        />
      </div>
      <RuleFields isBatch />
    </ActionForm>
  )
}
