import { useNavigate } from "react-router-dom"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { ActionForm } from "@/features/admin/shared/action-form"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { disputesKey } from "./queries"

const phases = ["chargeback", "pre_arbitration", "arbitration", "retrieval", "fraud"] as const
/** What the browser's field of a local time gives, read as Indian time. */
const inIndia = (local: string) => (local ? `${local}:00+05:30` : null)

/** Enter a dispute that the provider told of by mail or in its dashboard. */
export function OpenDisputeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("disputes")
  const navigate = useNavigate()
  const form = useFormAction({
    start: {
      transactionId: "",
      amount: "",
      phase: "chargeback" as (typeof phases)[number],
      providerDisputeId: "",
      reasonCode: "",
      respondBy: "",
      notes: "",
    },
    problems: ({ transactionId, amount }) => ({
      transactionId: !transactionId.trim() && t("enter.transactionIdMissing"),
      amount: !(/^\d+(\.\d{1,2})?$/.test(amount) && Number(amount) >= 1) && t("enter.amountWrong"),
    }),
    act: (fields) => {
      const transactionId = fields.transactionId.trim().toUpperCase()
      const respondBy = inIndia(fields.respondBy)
      const body = { ...fields, transactionId, amount: Number(fields.amount), respondBy }
      return send("post", "/api/admin/disputes", { body, once: `dispute:${transactionId}` })
    },
    done: t("enter.done"),
    onDone: ({ dispute }) => navigate(`/admin/disputes/${dispute._id}`),
    renews: [disputesKey],
  })
  const text = (name: "transactionId" | "amount" | "providerDisputeId" | "reasonCode" | "respondBy") => ({
    label: t(`enter.${name}`),
    autoComplete: "off",
    ...form.field(name),
  })
  return (
    <Dialog open onOpenChange={(stays) => !stays && onClose()} title={t("enter.title")}>
      <ActionForm form={form} failed={t("enter.failed")} submit={t("enter.submit")} onCancel={onClose}>
        <TextField {...text("transactionId")} spellCheck={false} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text("amount")} inputMode="decimal" />
          <NativeSelect
            label={t("phase")}
            {...form.field("phase")}
            options={phases.map((value) => ({ value, label: t(`phases.${value}`) }))}
          />
          <TextField {...text("respondBy")} type="datetime-local" hint={t("enter.respondByHint")} />
          <TextField {...text("providerDisputeId")} maxLength={64} spellCheck={false} />
        </div>
        <TextField {...text("reasonCode")} maxLength={100} />
        <TextArea label={t("notes")} maxLength={MAX_NOTE} {...form.field("notes")} />
      </ActionForm>
    </Dialog>
  )
}
