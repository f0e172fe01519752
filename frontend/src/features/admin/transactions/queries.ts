import { livePageQuery, liveQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"
import { apiQuery, type TransactionFilters, transactionFilters } from "./transaction-filters"

export type TransactionRow = Schemas["TransactionRow"]
export type TransactionDetail = Schemas["TransactionDetail"]
export type Statistics = Schemas["TransactionStatistics"]

/** Keys begin with "staff": the session removes those queries when somebody else logs in. */
export const transactionsKey = ["staff", "transactions"] as const

export const transactionsQuery = (filters: TransactionFilters) =>
  livePageQuery(
    [...transactionsKey, filters],
    transactionFilters.count(filters) > 0,
    read("/api/transactions", { query: apiQuery(filters) }),
    ({ transactions, statistics, pagination }) => ({
      rows: transactions,
      statistics,
      pagination: { ...pagination, total: pagination.totalTransactions },
      filters,
    }),
  )

export const transactionQuery = (transactionId: string) =>
  liveQuery(
    ["staff", "transaction", transactionId],
    read("/api/transactions/{transaction_id}", { path: { transaction_id: transactionId } }, "transaction"),
  )
