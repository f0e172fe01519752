import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { useTranslation } from "@/i18n"
import type { ModeratedReview } from "./review-queries"

const MAX_REASON = 500
const reasons = ["offTopic", "personal", "abusive", "advertising", "photo"] as const

type RejectDialogProps = {
  /** The review to reject; null when the dialog is closed. */
  review: ModeratedReview | null
  onClose: () => void
  onReject: (review: ModeratedReview, reason: string) => void
}

/** Ask for the reason, which the author will read. */
export function RejectDialog({ review, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation("reviews")
  // Kept while the dialog fades out.
  const [last, setLast] = useState(review)
  if (review !== null && review !== last) setLast(review)
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
          onReason={(reason) => onReject(last, reason)}
        />
      )}
    </Dialog>
  )
}

type ReasonFormProps = { title: string; onCancel: () => void; onReason: (reason: string) => void }

function ReasonForm({ title, onCancel, onReason }: ReasonFormProps) {
  const { t } = useTranslation("reviews")
  const [reason, setReason] = useState("")
  const [tried, setTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (reason.trim()) onReason(reason.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <p className="font-medium">{title}</p>
      <ul className="space-y-2">
        {reasons.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={reason === t(`admin.reasons.${name}`)}
              onClick={() => setReason(t(`admin.reasons.${name}`))}
              className="min-h-11 w-full rounded-sm border border-line px-3.5 py-2 text-left text-sm transition-colors hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
            >
              {t(`admin.reasons.${name}`)}
            </button>
          </li>
        ))}
      </ul>
      <TextArea
        label={t("admin.reason")}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={tried && !reason.trim() ? t("admin.reasonRequired") : undefined}
        maxLength={MAX_REASON}
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
