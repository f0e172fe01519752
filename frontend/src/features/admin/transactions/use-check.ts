import { useQueryClient } from "@tanstack/react-query"
import { useLabels } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { newest } from "@/lib/versioned"
import { checkWithProvider, transactionQuery, transactionsKey } from "./queries"

/** Check a transaction with the provider now, and show the result as a toast. */
export function useCheck(transactionId: string) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const labels = useLabels()
  return useAction({
    act: () => checkWithProvider(transactionId),
    done: ({ status }) => t("details.checked", { status: labels.status(status) }),
    onDone: (answer) =>
      client.setQueryData(transactionQuery(transactionId).queryKey, (held) => newest(held, answer)),
    // The topic updates the row; this is the fallback while the link is down.
    renews: [transactionsKey],
    failed: t("details.checkFailed"),
  })
}
