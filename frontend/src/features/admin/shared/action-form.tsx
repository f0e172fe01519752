import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useRef } from "react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { focusFirstError } from "@/components/focus-first-error"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { FormContext } from "./form-fields"
import { StaleNotice } from "./stale-notice"
import type { Conflict } from "./use-conflict"
import type { FormFields } from "./use-form-action"

/** Tells the dialog around a form of its unsaved changes. */
export const DirtyContext = createContext<((isDirty: boolean) => void) | null>(null)

export type ActionFormProps = {
  /** Of useFormAction. */
  form: FormFields<object> & {
    isDirty: boolean
    isPending: boolean
    isUploading: boolean
    error: Error | null
    conflict: Conflict | null
    submitCount: number
    submit: () => Promise<void>
  }
  /** Text of a failure without a message of the server. */
  failed?: string
  /** Text of the button that submits; without it, `buttons` stand there. */
  submit?: ReactNode
  buttons?: ReactNode
  disabled?: boolean
  /** With a button that cancels. */
  onCancel?: () => void
  cancelText?: string
  /** Part of a page or of a dialog's content, with small buttons. */
  inline?: boolean
  /** With a bar of buttons that stays in sight while the form scrolls in its dialog. */
  sticky?: boolean
  /** In place of the error and the buttons, in a long form. */
  bar?: ReactNode
  idOf?: (path: string) => string
  className?: string
  label?: string
  children?: ReactNode
}

const stickyBar =
  "sticky -bottom-5 -mx-5 -mb-5 border-line border-t bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-8 sm:-mb-6 sm:px-8"

/** Submit a form by Ctrl-Enter or Cmd-Enter, from any of its fields. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  // React also bubbles the keys of a dialog that is rendered inside the form.
  const isOwn = event.currentTarget.contains(event.target as Node)
  if (!isOwn || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A form of an action: its fields, its error and its buttons; the first invalid field gets the focus. */
export function ActionForm({ form, failed, inline, children, ...props }: ActionFormProps) {
  const { t } = useTranslation("admin")
  const { error, submitCount, isPending, isUploading, conflict } = form
  const element = useRef<HTMLFormElement>(null)
  // In an effect: only then are the fields marked as invalid.
  useEffect(() => {
    if ((error || submitCount > 0) && element.current) focusFirstError(element.current)
  }, [error, submitCount])
  const disabled = props.disabled || isUploading
  const tellDirty = use(DirtyContext)
  const isDirty = form.isDirty && !isPending
  useEffect(() => {
    tellDirty?.(isDirty)
    return () => tellDirty?.(false)
  }, [tellDirty, isDirty])
  const size = inline ? "sm" : "md"
  const cancel = props.onCancel && (
    <Button variant="quiet" size={size} onClick={props.onCancel}>
      {props.cancelText ?? t("confirm.cancel")}
    </Button>
  )
  const send = props.buttons ?? (
    <Button type="submit" size={size} busy={isPending} disabled={disabled}>
      {props.submit}
    </Button>
  )
  const failure = conflict?.refused ? null : error
  return (
    <form
      ref={element}
      noValidate
      aria-label={props.label}
      aria-busy={isPending}
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault()
        if (!disabled) void form.submit()
      }}
      className={props.className ?? (inline ? "mt-4 space-y-3" : "space-y-5")}
    >
      <FormContext value={{ ...form, idOf: props.idOf }}>{children}</FormContext>
      {props.bar !== undefined ? (
        props.bar
      ) : (
        <div className={cx("space-y-3", props.sticky && stickyBar)}>
          {conflict && <StaleNotice conflict={conflict} />}
          <ErrorNotice error={failure} fallback={failed} />
          <div className={cx("flex flex-wrap gap-3", !inline && "justify-end")}>
            {!inline && cancel}
            {send}
            {inline && cancel}
          </div>
        </div>
      )}
    </form>
  )
}

type StepButtonsProps<Step extends string> = {
  form: FormFields<{ step: Step | "" }> & { isPending: boolean }
  steps: readonly { name: Step; label: string; isSecondary?: boolean }[]
}

/** The buttons of a form with more than one end: the value `step` is the pressed one. */
export function StepButtons<Step extends string>({ form, steps }: StepButtonsProps<Step>) {
  return steps.map(({ name, label, isSecondary }) => (
    <Button
      key={name}
      type="submit"
      size="sm"
      variant={isSecondary ? "secondary" : "primary"}
      busy={form.isPending && form.values.step === name}
      disabled={form.isPending}
      onClick={() => form.set("step", name)}
    >
      {label}
    </Button>
  ))
}
