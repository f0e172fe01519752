import { useLabels } from "@/features/admin/shared/labels"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { newest } from "@/lib/versioned"
import { transactionQuery, transactionsKey } from "./queries"

/** Check a transaction with the provider now, and show the result as a toast. */
export function useCheck(transactionId: string | null) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  return useAction({
    act: () =>
      send("post", "/api/transactions/{transaction_id}/check", {
        path: { transaction_id: transactionId ?? "" },
      }),
    done: ({ transaction }) => t("details.checked", { status: labels.status(transaction.status) }),
    onDone: ({ transaction }, _, client) =>
      client.setQueryData(transactionQuery(transaction.transactionId).queryKey, (held) =>
        newest(held, transaction),
      ),
    // The topic updates the row; this is the fallback while the link is down.
    renews: [transactionsKey],
    failed: t("details.checkFailed"),
  })
}
