import { useQueryClient } from "@tanstack/react-query"
import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { type TransactionRow, transactionQuery, transactionsKey, transactionsQuery } from "./queries"
import { PAGE_SIZE, type TransactionFilters, transactionFilters } from "./transaction-filters"

const newestFirst = (a: TransactionRow, b: TransactionRow) =>
  Date.parse(b.initiatedAt) - Date.parse(a.initiatedAt)

/** A page of the transactions, updated by the topic; new ones enter the first page at once. */
export function useTransactions(filters: TransactionFilters) {
  const client = useQueryClient()
  const live = useLiveList("staff:transactions", transactionsQuery(filters), transactionsKey, {
    order: newestFirst,
    entering: { list: `/api/transactions?limit=${PAGE_SIZE}`, momentOf: ({ initiatedAt }) => initiatedAt },
    figuresOf: ({ statistics }) => statistics,
    totalOf: ({ totalTransactions }) => totalTransactions,
    needsRefetch: ({ rows = [] }) => transactionFilters.count(filters) > 0 && rows.length > 0,
    onPush: ({ rows = [] }) => {
      // An open details dialog shows the same transaction.
      for (const { id } of rows) void client.invalidateQueries(transactionQuery(id))
    },
  })
  const { data } = live.query
  const figures = data?.filtered ? undefined : live.figures
  return { ...live, statistics: figures ?? data?.statistics }
}
