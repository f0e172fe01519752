import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"
import { apiQuery, type TransactionFilters, transactionFilters } from "./transaction-filters"

export type PaymentStatus = Schemas["PaymentStatus"]
export type TransactionRow = Schemas["TransactionRow"]
export type TransactionDetail = Schemas["TransactionDetail"]
export type Statistics = Schemas["TransactionStatistics"]

/** Keys begin with "staff": the session removes those queries when somebody else logs in. */
export const transactionsKey = ["staff", "transactions"] as const

export const transactionsQuery = (filters: TransactionFilters) =>
  queryOptions({
    queryKey: [...transactionsKey, filters],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      const params = { query: apiQuery(filters) }
      const { transactions, statistics, pagination } = await unwrap(
        api.GET("/api/transactions", { params, signal }),
      )
      return {
        rows: transactions,
        statistics,
        pagination: { ...pagination, total: pagination.totalTransactions },
        filters,
        filtered: transactionFilters.count(filters) > 0,
        askedAt,
      }
    },
    ...listQuery,
  })

export const transactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ["staff", "transaction", transactionId],
    queryFn: read(
      "/api/transactions/{transaction_id}",
      { path: { transaction_id: transactionId } },
      "transaction",
    ),
    structuralSharing: keepNewest,
  })
