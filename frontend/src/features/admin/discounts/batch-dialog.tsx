import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { ApiError, newIdempotencyKey } from "@/lib/api"
import { saveFile } from "@/lib/save-file"
import { bodyOf, draftOf, faultsOf } from "./draft"
import { createBatch, type NewBatch } from "./queries"
import { RuleFields } from "./rule-fields"

type BatchDialogProps = { open: boolean; onClose: () => void; onCreated: () => void }

/** Generate codes that can be used once each; they can be downloaded here, and only now. */
export function BatchDialog({ open, onClose, onCreated }: BatchDialogProps) {
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
      {made ? (
        <Made batch={made} onClose={close} />
      ) : (
        <BatchForm
          onClose={close}
          onCreated={(batch) => {
            setMade(batch)
            onCreated()
          }}
        />
      )}
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
  const [prefix, setPrefix] = useState("")
  const [count, setCount] = useState("100")
  const [draft, setDraft] = useState(() => draftOf(null))
  const [tried, setTried] = useState(false)
  // Another body needs another key.
  const [key, setKey] = useState(newIdempotencyKey)
  const faults = faultsOf(draft)
  const countWrong = !/^\d{1,5}$/.test(count.trim())
  const creating = useMutation({
    mutationFn: () => {
      const { code: _code, limit: _limit, ...rule } = bodyOf(draft)
      return createBatch({ ...rule, prefix, count: Number(count) }, key)
    },
    onSuccess: ({ data }) => onCreated(data),
  })
  const errors = creating.error instanceof ApiError ? creating.error.errors : {}

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!prefix.trim() || countWrong || Object.keys(faults).length > 0) focusFirstError(event.currentTarget)
    else if (!creating.isPending) creating.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={() => setKey(newIdempotencyKey())}
      aria-busy={creating.isPending}
      className="space-y-5"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t("batch.prefix")}
          hint={t("batch.prefixHint")}
          maxLength={12}
          autoComplete="off"
          spellCheck={false}
          value={prefix}
          error={tried && !prefix.trim() ? t("batch.prefixMissing") : errors.prefix}
          onChange={({ target }) => setPrefix(target.value.toUpperCase())}
        />
        <TextField
          label={t("batch.count")}
          hint={t("batch.countHint")}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          value={count}
          error={tried && countWrong ? t("faults.wholeNumber") : errors.count}
          onChange={({ target }) => setCount(target.value)}
        />
      </div>
      <RuleFields
        isBatch
        draft={draft}
        faults={tried ? faults : {}}
        errors={errors}
        onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
      />
      <ErrorNotice error={creating.error} fallback={t("batch.failed")} />
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" busy={creating.isPending}>
          {t("batch.create")}
        </Button>
      </div>
    </form>
  )
}
