import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { NativeSelect } from "@/components/native-select"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { toast } from "@/lib/toast"
import { disputesKey, type NewDispute, openDispute } from "./dispute-queries"

const phases = ["chargeback", "pre_arbitration", "arbitration", "retrieval", "fraud"] as const
/** What the browser's field of a local time gives, read as Indian time. */
const inIndia = (local: string) => (local ? `${local}:00+05:30` : null)

/** Enter a dispute that the provider told of by mail or in its dashboard. */
export function OpenDisputeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("disputes")
  const client = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState({
    transactionId: "",
    amount: "",
    phase: "chargeback" as (typeof phases)[number],
    providerDisputeId: "",
    reasonCode: "",
    respondBy: "",
    notes: "",
  })
  const [tried, setTried] = useState(false)
  const open = useMutation({
    mutationFn: (body: NewDispute) => openDispute(body),
    onSuccess: (dispute) => {
      toast.success(t("enter.done"))
      void client.invalidateQueries({ queryKey: disputesKey })
      void navigate(`/admin/disputes/${dispute._id}`)
    },
  })
  const amount = Number(fields.amount)
  const amountWrong = !/^\d+(\.\d{1,2})?$/.test(fields.amount) || amount < 1
  const idMissing = !fields.transactionId.trim()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (amountWrong || idMissing) focusFirstError(event.currentTarget)
    else if (!open.isPending) {
      const transactionId = fields.transactionId.trim().toUpperCase()
      open.mutate({ ...fields, transactionId, amount, respondBy: inIndia(fields.respondBy) })
    }
  }
  const text = (name: "transactionId" | "amount" | "providerDisputeId" | "reasonCode" | "respondBy") => ({
    label: t(`enter.${name}`),
    value: fields[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <Dialog open onOpenChange={(stays) => !stays && onClose()} title={t("enter.title")}>
      <form noValidate className="space-y-4" onSubmit={submit}>
        <TextField
          {...text("transactionId")}
          spellCheck={false}
          error={tried && idMissing ? t("enter.transactionIdMissing") : undefined}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...text("amount")}
            inputMode="decimal"
            error={tried && amountWrong ? t("enter.amountWrong") : undefined}
          />
          <NativeSelect
            label={t("phase")}
            value={fields.phase}
            options={phases.map((value) => ({ value, label: t(`phases.${value}`) }))}
            onChange={({ target }) =>
              setFields({ ...fields, phase: phases.find((each) => each === target.value) ?? "chargeback" })
            }
          />
          <TextField {...text("respondBy")} type="datetime-local" hint={t("enter.respondByHint")} />
          <TextField {...text("providerDisputeId")} maxLength={64} spellCheck={false} />
        </div>
        <TextField {...text("reasonCode")} maxLength={100} />
        <TextArea
          label={t("notes")}
          maxLength={MAX_NOTE}
          value={fields.notes}
          onChange={({ target }) => setFields({ ...fields, notes: target.value })}
        />
        <ErrorNotice error={open.error} fallback={t("enter.failed")} />
        <Button type="submit" busy={open.isPending}>
          {t("enter.submit")}
        </Button>
      </form>
    </Dialog>
  )
}
