import { type ReactNode, useEffect, useState } from "react"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import type { ActionOptions } from "@/lib/use-action"
import { ActionForm } from "./action-form"
import { useFormAction } from "./use-form-action"

const FEWEST_LETTERS = 3
/** The second press of a double click, at the place where this button appears, confirms nothing. */
const ARMED_AFTER_MS = 500

type ConfirmFormProps<Answer> = Pick<ActionOptions<Answer, undefined>, "renews"> & {
  act: (reason: string) => Promise<Answer>
  /** Toast of a success. */
  done?: string | ((answer: Answer) => string | undefined)
  onDone?: (answer: Answer) => void
  onClose: () => void
  /** Text of the button that acts. */
  verb: string
  /** Label of the reason, which is then required and given to `act`. */
  reasonLabel?: string
  disabled?: boolean
  /** Text of a failure without a message of the server. */
  failed?: string
  children?: ReactNode
}

type ConfirmDialogProps<Answer> = ConfirmFormProps<Answer> & {
  open: boolean
  title: string
  description?: ReactNode
}

/** A question before an act that cannot be taken back, naming what it is about; closes once that is done. */
export function ConfirmDialog<Answer>({ open, title, description, ...form }: ConfirmDialogProps<Answer>) {
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && form.onClose()}
      title={title}
      description={description}
    >
      <ConfirmForm {...form} />
    </Dialog>
  )
}

function ConfirmForm<Answer>(props: ConfirmFormProps<Answer>) {
  const { t } = useTranslation("admin")
  const [armed, setArmed] = useState(false)
  const { act, done, renews, reasonLabel } = props
  const form = useFormAction({
    start: { reason: "" },
    problems: ({ reason }) => ({
      reason: reasonLabel !== undefined && reason.trim().length < FEWEST_LETTERS && t("confirm.short"),
    }),
    act: ({ reason }) => act(reason.trim()),
    done,
    onDone: (answer) => {
      props.onClose()
      props.onDone?.(answer)
    },
    renews,
  })
  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <ActionForm
      form={form}
      failed={props.failed}
      submit={props.verb}
      disabled={props.disabled || !armed}
      onCancel={props.onClose}
    >
      {props.children}
      {reasonLabel !== undefined && (
        <TextArea label={reasonLabel} maxLength={MAX_NOTE} rows={3} {...form.field("reason")} />
      )}
    </ActionForm>
  )
}
