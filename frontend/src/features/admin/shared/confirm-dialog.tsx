import { type FormEvent, type ReactNode, useEffect, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"

const FEWEST_LETTERS = 3
/** The second press of a double click, at the place where this button appears, confirms nothing. */
const ARMED_AFTER_MS = 500

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Text of the button that acts. */
  verb: string
  /** Label of the reason, which is then required. */
  reasonLabel?: string
  busy: boolean
  disabled?: boolean
  error?: string | null
  onConfirm: (reason: string) => void
  children?: ReactNode
}

/** A question before an act that cannot be taken back, naming what it is about. */
export function ConfirmDialog({ open, onClose, title, description, ...form }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(stays) => !stays && onClose()} title={title} description={description}>
      <ConfirmForm {...form} onClose={onClose} />
    </Dialog>
  )
}

type ConfirmFormProps = Omit<ConfirmDialogProps, "open" | "title" | "description">

function ConfirmForm({ verb, reasonLabel, busy, disabled, error, ...rest }: ConfirmFormProps) {
  const { t } = useTranslation("admin")
  const [reason, setReason] = useState("")
  const [tried, setTried] = useState(false)
  const [armed, setArmed] = useState(false)
  const short = reasonLabel !== undefined && reason.trim().length < FEWEST_LETTERS
  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (short) focusFirstError(event.currentTarget)
    else if (armed && !busy && !disabled) rest.onConfirm(reason.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {rest.children}
      {reasonLabel !== undefined && (
        <TextArea
          label={reasonLabel}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={tried && short ? t("confirm.short") : undefined}
          maxLength={MAX_NOTE}
          rows={3}
        />
      )}
      {error && (
        <Notice tone="danger" announce>
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={rest.onClose}>
          {t("confirm.cancel")}
        </Button>
        <Button type="submit" busy={busy} disabled={disabled || !armed}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
