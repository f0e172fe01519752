import { type ComponentProps, type ReactNode, useRef, useState } from "react"
import type { FieldValues } from "react-hook-form"
import { Dialog } from "@/components/dialog"
import { ActionForm, type ActionFormProps, DirtyContext } from "./action-form"
import { DiscardQuestion } from "./discard-question"
import { type FormActionOptions, useFormAction } from "./use-form-action"

type Form<V extends FieldValues, S, A, R> = ReturnType<typeof useFormAction<V, S, A, R>>

type InnerProps<V extends FieldValues, S, A, R> = FormActionOptions<V, S, A, R> &
  Pick<ActionFormProps, "failed" | "cancelText"> & {
    onClose: () => void
    submit: ReactNode | ((form: Form<V, S, A, R>) => ReactNode)
    disabled?: boolean | ((form: Form<V, S, A, R>) => boolean)
    /** In place of the form, once it is done; without it, the dialog closes. */
    result?: (answer: A, form: Form<V, S, A, R>) => ReactNode
    children: ReactNode | ((form: Form<V, S, A, R>) => ReactNode)
  }

type FormFrameProps = Pick<
  ComponentProps<typeof Dialog>,
  "open" | "title" | "description" | "size" | "children"
> & {
  onClose: () => void
}

/**
 * A dialog around a form that needs data first. Its first field gets the focus; Esc, a press outside and the close
 * button ask first when there are unsaved changes.
 */
export function FormFrame({ onClose, children, ...dialog }: FormFrameProps) {
  const [isDirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      {...dialog}
      onOpenChange={(stays) => {
        if (stays) return
        if (isDirty) setAsking(true)
        else onClose()
      }}
      // On a phone the keyboard would cover the form.
      initialFocus={(type) =>
        type === "touch" || (content.current?.querySelector<HTMLElement>(FIELD) ?? true)
      }
    >
      <DirtyContext value={setDirty}>
        <div ref={content}>{children}</div>
      </DirtyContext>
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Dialog>
  )
}

const FIELD = ":is(input, select, textarea):not([tabindex='-1'], :disabled)"

/** A dialog with a form: title, fields and the action that takes them; it closes once that is done. */
export function FormDialog<Values extends FieldValues, Sent, Answer, Row = unknown>({
  open,
  title,
  description,
  size,
  ...inner
}: Omit<FormFrameProps, "children"> & InnerProps<Values, Sent, Answer, Row>) {
  return (
    <FormFrame open={open} onClose={inner.onClose} title={title} description={description} size={size}>
      <Inner {...inner} sticky={size === "lg"} />
    </FormFrame>
  )
}

function Inner<V extends FieldValues, S, A, R>(props: InnerProps<V, S, A, R> & { sticky: boolean }) {
  const { onClose, failed, cancelText, sticky, submit, disabled, result, children, ...options } = props
  const form = useFormAction<V, S, A, R>({
    ...options,
    onDone: (answer, ...rest) => {
      if (!result) onClose()
      options.onDone?.(answer, ...rest)
    },
  })
  if (result && form.data !== undefined) return result(form.data, form)
  return (
    <ActionForm
      {...{ form, failed, cancelText, sticky }}
      submit={typeof submit === "function" ? submit(form) : submit}
      disabled={typeof disabled === "function" ? disabled(form) : disabled}
      onCancel={onClose}
    >
      {typeof children === "function" ? children(form) : children}
    </ActionForm>
  )
}
