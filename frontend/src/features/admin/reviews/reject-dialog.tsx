import { FormDialog } from "@/features/admin/shared/form-dialog"
import { NoteField, RadioField } from "@/features/admin/shared/form-fields"
import { chosen, note } from "@/features/admin/shared/form-rules"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import type { ModeratedReview, Rejection, RejectionReason } from "./queries"

const reasons = [
  "off_topic",
  "personal",
  "abusive",
  "advertising",
  "photo",
  "other",
] as const satisfies readonly RejectionReason[]

type RejectDialogProps = {
  review: ModeratedReview | null
  onClose: () => void
  onReject: (rejection: Rejection) => void
}

/** Dialog for the reason, which the author will read in their own language. */
export function RejectDialog({ review, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation("reviews")
  const schema = z
    .object({ reason: chosen(reasons, t("admin.reasonRequired")), note })
    .refine(({ reason, note }) => reason !== "other" || note !== "", {
      path: ["note"],
      message: t("admin.noteRequired"),
    })
  return (
    <FormDialog
      open={review !== null}
      onClose={onClose}
      title={t("admin.rejectTitle")}
      description={t("admin.rejectText")}
      schema={schema}
      start={{ reason: "", note: "" }}
      act={async (rejection) => onReject(rejection)}
      submit={t("admin.reject")}
    >
      {({ values }) => (
        <>
          <p className="font-medium">{review?.title}</p>
          <RadioField
            path="reason"
            label={t("admin.reason")}
            options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          />
          <NoteField
            path="note"
            label={values.reason === "other" ? t("admin.note") : t("admin.noteOptional")}
            hint={t("admin.noteHint")}
          />
        </>
      )}
    </FormDialog>
  )
}
