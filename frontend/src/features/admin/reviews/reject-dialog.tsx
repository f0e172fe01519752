import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { useLast } from "@/lib/use-last"
import type { ModeratedReview, Rejection, RejectionReason } from "./review-queries"

const reasons = [
  "off_topic",
  "personal",
  "abusive",
  "advertising",
  "photo",
  "other",
] as const satisfies readonly RejectionReason[]

type RejectDialogProps = {
  /** The review to reject; null when the dialog is closed. */
  review: ModeratedReview | null
  onClose: () => void
  onReject: (review: ModeratedReview, rejection: Rejection) => void
}

/** Ask for the reason, which the author will read in their own language. */
export function RejectDialog({ review, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation("reviews")
  const last = useLast(review)
  return (
    <Dialog
      open={review !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("admin.rejectTitle")}
      description={t("admin.rejectText")}
    >
      {last && (
        <ReasonForm
          key={last._id}
          title={last.title}
          onCancel={onClose}
          onReason={(rejection) => onReject(last, rejection)}
        />
      )}
    </Dialog>
  )
}

type ReasonFormProps = { title: string; onCancel: () => void; onReason: (rejection: Rejection) => void }

function ReasonForm({ title, onCancel, onReason }: ReasonFormProps) {
  const { t } = useTranslation("reviews")
  const [reason, setReason] = useState<RejectionReason | "">("")
  const [note, setNote] = useState("")
  const [tried, setTried] = useState(false)
  const noteMissing = reason === "other" && !note.trim()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!reason) event.currentTarget.querySelector<HTMLElement>("[type=radio]")?.focus()
    else if (noteMissing) focusFirstError(event.currentTarget)
    else onReason({ reason, note: note.trim() })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <p className="font-medium">{title}</p>
      <div>
        <RadioList
          label={t("admin.reason")}
          value={reason}
          options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          onChange={setReason}
        />
        {tried && !reason && (
          <p role="alert" className="mt-1 text-danger text-sm">
            {t("admin.reasonRequired")}
          </p>
        )}
      </div>
      <TextArea
        label={reason === "other" ? t("admin.note") : t("admin.noteOptional")}
        hint={t("admin.noteHint")}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={tried && noteMissing ? t("admin.noteRequired") : undefined}
        maxLength={MAX_NOTE}
        rows={3}
      />
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          {t("admin.cancel")}
        </Button>
        <Button type="submit">{t("admin.reject")}</Button>
      </div>
    </form>
  )
}
