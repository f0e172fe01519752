import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useLabels } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"
import { newest } from "@/lib/versioned"
import { checkWithProvider, transactionQuery, transactionsKey } from "./queries"

/** Check a transaction with the provider now, and show the result as a toast. */
export function useCheck(transactionId: string) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const labels = useLabels()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => checkWithProvider(transactionId),
    onSuccess: (answer) => {
      client.setQueryData(transactionQuery(transactionId).queryKey, (held) => newest(held, answer))
      // The topic updates the row; this is the fallback while the link is down.
      void client.invalidateQueries({ queryKey: transactionsKey })
      toast.success(t("details.checked", { status: labels.status(answer.status) }))
    },
    onError: (error) => toast.error(errorText(error, t("details.checkFailed"))),
  })
}
