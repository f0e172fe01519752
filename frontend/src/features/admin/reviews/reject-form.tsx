import { TextArea } from "@/components/field"
import { RadioList } from "@/components/radio-list"
import { ActionForm } from "@/features/admin/shared/action-form"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import type { ModeratedReview, Rejection, RejectionReason } from "./queries"

const reasons = [
  "off_topic",
  "personal",
  "abusive",
  "advertising",
  "photo",
  "other",
] as const satisfies readonly RejectionReason[]

type RejectFormProps = {
  review: ModeratedReview
  onClose: () => void
  onReject: (rejection: Rejection) => void
}

/** Form for the reason, which the author will read in their own language. */
export function RejectForm({ review, onClose, onReject }: RejectFormProps) {
  const { t } = useTranslation("reviews")
  const form = useFormAction({
    start: { reason: "" as RejectionReason | "", note: "" },
    problems: ({ reason, note }) => ({
      reason: !reason && t("admin.reasonRequired"),
      note: reason === "other" && !note.trim() && t("admin.noteRequired"),
    }),
    act: async ({ reason, note }) => reason && onReject({ reason, note: note.trim() }),
  })
  return (
    <ActionForm form={form} submit={t("admin.reject")} onCancel={onClose}>
      <p className="font-medium">{review.title}</p>
      <RadioList
        label={t("admin.reason")}
        value={form.values.reason}
        error={form.errors.reason}
        options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={(reason) => form.put({ reason })}
      />
      <TextArea
        label={form.values.reason === "other" ? t("admin.note") : t("admin.noteOptional")}
        hint={t("admin.noteHint")}
        maxLength={MAX_NOTE}
        rows={3}
        {...form.field("note")}
      />
    </ActionForm>
  )
}
