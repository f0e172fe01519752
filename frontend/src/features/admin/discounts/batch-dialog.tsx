import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { CodeField, NumberField } from "@/features/admin/shared/form-fields"
import { required, shaped } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { saveFile } from "@/lib/save-file"
import { z } from "@/lib/zod"
import { ruleOf, valuesOf } from "./draft"
import { discountsKey, type NewBatch } from "./queries"
import { RuleFields } from "./rule-fields"

/** Generate codes that can be used once each; they can be downloaded here, and only now. */
export function BatchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("discounts")
  const { code: _, ...start } = valuesOf(null)
  const schema = ruleOf(t).and(
    z.object({
      prefix: required(t("batch.prefixMissing")),
      count: shaped(/^\d{1,5}$/, t("faults.wholeNumber")).transform(Number),
    }),
  )
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t("batch.title")}
      description={t("batch.text")}
      schema={schema}
      start={{ ...start, prefix: "", count: "100" }}
      act={({ limit: _limit, ...body }) =>
        send("post", "/api/admin/discount-batches", { body, once: `batch:${JSON.stringify(body)}` })
      }
      result={(batch) => <Made batch={batch} onClose={onClose} />}
      renews={[discountsKey]}
      failed={t("batch.failed")}
      submit={t("batch.create")}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CodeField path="prefix" label={t("batch.prefix")} hint={t("batch.prefixHint")} maxLength={12} />
        <NumberField path="count" label={t("batch.count")} hint={t("batch.countHint")} maxLength={5} />
      </div>
      <RuleFields isBatch />
    </FormDialog>
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
