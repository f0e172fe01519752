import { useNavigate } from "react-router-dom"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import {
  CodeField,
  Field,
  MomentField,
  MoneyField,
  NoteField,
  SelectField,
} from "@/features/admin/shared/form-fields"
import { instantOf, moment, note, required, rupees, text } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { disputesKey } from "./queries"

const phases = ["chargeback", "pre_arbitration", "arbitration", "retrieval", "fraud"] as const

/** Enter a dispute that the provider told of by mail or in its dashboard. */
export function OpenDisputeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["disputes", "admin"])
  const navigate = useNavigate()
  const schema = z.object({
    transactionId: required(t("enter.transactionIdMissing")),
    amount: rupees(t("enter.amountWrong")).refine((amount) => amount >= 1, t("enter.amountWrong")),
    phase: z.enum(phases),
    providerDisputeId: text,
    reasonCode: text,
    respondBy: moment(t("admin:filters.problems.notADate")),
    notes: note,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t("enter.title")}
      schema={schema}
      start={{
        transactionId: "",
        amount: "",
        phase: "chargeback",
        providerDisputeId: "",
        reasonCode: "",
        respondBy: "",
        notes: "",
      }}
      act={(dispute) =>
        send("post", "/api/admin/disputes", {
          body: { ...dispute, respondBy: instantOf(dispute.respondBy) },
          once: `dispute:${dispute.transactionId}`,
        })
      }
      done={t("enter.done")}
      onDone={({ dispute }) => navigate(`/admin/disputes/${dispute._id}`)}
      renews={[disputesKey]}
      failed={t("enter.failed")}
      submit={t("enter.submit")}
    >
      <CodeField path="transactionId" label={t("enter.transactionId")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField path="amount" label={t("enter.amount")} />
        <SelectField
          path="phase"
          label={t("phase")}
          options={phases.map((value) => ({ value, label: t(`phases.${value}`) }))}
        />
        <MomentField path="respondBy" label={t("enter.respondBy")} timeLabel={t("enter.respondByTime")} />
        <Field
          path="providerDisputeId"
          label={t("enter.providerDisputeId")}
          maxLength={64}
          spellCheck={false}
        />
      </div>
      <Field path="reasonCode" label={t("enter.reasonCode")} maxLength={100} />
      <NoteField path="notes" label={t("notes")} />
    </FormDialog>
  )
}
