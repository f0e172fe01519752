import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"

type UndoCall = () => Promise<{ message?: string }>

export type ActionOptions<Answer, Given> = {
  act: (given: Given) => Promise<Answer>
  /** Toast of a success, by default the message of the answer; none for an empty text. */
  done?: string | ((answer: Answer, given: Given) => string | undefined)
  onDone?: (answer: Answer, given: Given, client: QueryClient) => void
  /** Return the call that takes the change back, for a button in its toast; null where the server cannot. */
  undo?: (answer: Answer, given: Given) => UndoCall | null
  /** Queries to refetch afterwards, also after an error or an undo: the row may have changed. */
  renews?: readonly QueryKey[]
}

type ToastedActionOptions<Answer, Given> = ActionOptions<Answer, Given> & {
  /** Toast of a failure; empty for the error's own text. Without it, the caller shows the action's `error`. */
  failed?: string
}

/** A change on the server: the call, its toasts, and what is refetched after it. */
export function useAction<Answer, Given = void>({
  act,
  done = messageOf,
  onDone,
  undo,
  renews,
  failed,
}: ToastedActionOptions<Answer, Given>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const errorText = useErrorText()
  const undoable = useRef<UndoCall | null>(null)
  const renew = () => Promise.all(renews?.map((queryKey) => client.invalidateQueries({ queryKey })) ?? [])
  // The component may be gone by then.
  const takeBack = async (call: UndoCall) => {
    undoable.current = null
    try {
      const { message } = await call()
      if (message) toast.info(message)
    } catch (error) {
      toast.error(errorText(error, t("common.undoFailed")))
    }
    await renew()
  }
  const mutation = useMutation<Answer, Error, Given>({
    mutationFn: act,
    onSuccess: (answer, given) => {
      const text = typeof done === "function" ? done(answer, given) : done
      const call = undo?.(answer, given) ?? null
      undoable.current = call
      if (text)
        toast.success(text, call ? { label: t("common.undo"), onClick: () => takeBack(call) } : undefined)
      onDone?.(answer, given, client)
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(errorText(error, failed || undefined))
    },
    onSettled: renew,
  })
  /** Take back the last change, as the button in its toast does. */
  const undoLast = () => undoable.current && takeBack(undoable.current)
  return { ...mutation, undoLast }
}

/** Return the server's message, which the answers of `sendForMessage` have. */
export const messageOf = (answer: unknown) => (answer as { message?: string } | undefined)?.message
