import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"

export type ActionOptions<Answer, Given> = {
  act: (given: Given) => Promise<Answer>
  /** Toast of a success; none for an empty text. */
  done?: string | ((answer: Answer, given: Given) => string | undefined)
  onDone?: (answer: Answer, given: Given) => void
  /** Queries to refetch afterwards, also after an error: the row may have changed. */
  renews?: readonly QueryKey[]
}

type ToastedActionOptions<Answer, Given> = ActionOptions<Answer, Given> & {
  /** Toast of a failure; empty for the error's own text. Without it, the caller shows the action's `error`. */
  failed?: string
}

/** A change on the server: the call, its toasts, and what is refetched after it. */
export function useAction<Answer, Given = void>({
  act,
  done,
  onDone,
  renews,
  failed,
}: ToastedActionOptions<Answer, Given>) {
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation<Answer, Error, Given>({
    mutationFn: act,
    onSuccess: (answer, given) => {
      const text = typeof done === "function" ? done(answer, given) : done
      if (text) toast.success(text)
      onDone?.(answer, given)
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(errorText(error, failed || undefined))
    },
    onSettled: () => Promise.all(renews?.map((queryKey) => client.invalidateQueries({ queryKey })) ?? []),
  })
}

/** The server's message, as the toast of a success. */
export const messageOf = ({ message }: { message?: string }) => message
