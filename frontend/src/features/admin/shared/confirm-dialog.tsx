import { type ReactNode, useEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import type { ActionOptions } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { FormDialog } from "./form-dialog"
import { Field, NoteField } from "./form-fields"
import { note, text } from "./form-rules"

const FEWEST_LETTERS = 3
/** The second press of a double click, at the place where this button appears, confirms nothing. */
const ARMED_AFTER_MS = 500

type ConfirmDialogProps<Answer> = Pick<ActionOptions<Answer, unknown>, "done" | "onDone" | "renews"> & {
  open: boolean
  title: string
  description?: ReactNode
  act: (reason: string) => Promise<Answer>
  onClose: () => void
  /** Text of the button that acts. */
  verb: string
  /** Label of the reason, which is then required and given to `act`. */
  reasonLabel?: string
  /** A word that has to be typed first, before what can never be taken back. */
  word?: string
  disabled?: boolean
  /** Text of a failure without a message of the server. */
  failed?: string
  /** The effect: how many rows, what it costs. */
  children?: ReactNode
}

/** A question before an act that cannot be taken back, naming what it is about; closes once that is done. */
export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  const { t } = useTranslation("admin")
  const { open, act, verb, reasonLabel, word, disabled, children, ...dialog } = props
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      setArmed(false)
    }
  }, [open])
  const schema = z.object({
    reason: reasonLabel === undefined ? text : note.min(FEWEST_LETTERS, t("confirm.short")),
    word: text.refine(
      (typed) => word === undefined || typed === word,
      t("confirm.word", { word: word ?? "" }),
    ),
  })
  return (
    <FormDialog
      {...dialog}
      open={open}
      schema={schema}
      start={{ reason: "", word: "" }}
      act={({ reason }) => act(reason)}
      submit={verb}
      disabled={disabled || !armed}
    >
      {children}
      {reasonLabel !== undefined && <NoteField path="reason" label={reasonLabel} />}
      {word !== undefined && <Field path="word" label={t("confirm.word", { word })} />}
    </FormDialog>
  )
}
