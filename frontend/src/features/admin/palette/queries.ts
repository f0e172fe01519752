import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"
import type { Right } from "@/stores/session"
import { type FoundTransaction, kindsOf, MOST } from "./palette-results"

/** What the text finds, by the searches that these rights allow. */
export const paletteQuery = (text: string, rights: readonly Right[]) =>
  queryOptions({
    queryKey: ["staff", "palette", text],
    queryFn: ({ signal }) => search(text, rights, signal),
    // Keep the previous results while the next load: the list must not flicker.
    placeholderData: keepPreviousData,
    enabled: text !== "",
    staleTime: 0,
  })

export type PaletteResults = Awaited<ReturnType<typeof search>>

async function search(text: string, rights: readonly Right[], signal: AbortSignal) {
  const may = (right: Right) => rights.includes(right)
  const [people, transactions] = await Promise.all([
    may("support")
      ? searchSupport(text, signal)
      : may("orders:read")
        ? searchOrders(text, signal)
        : kindsOf([]),
    may("transactions") ? searchTransactions(text, signal) : [],
  ])
  return { ...people, transactions }
}

async function searchSupport(q: string, signal: AbortSignal) {
  const { found } = await unwrap(api.GET("/api/admin/support/search", { params: { query: { q } }, signal }))
  return kindsOf(found)
}

/** For roles without the support search. */
async function searchOrders(search: string, signal: AbortSignal) {
  const query = { page: 1, limit: MOST, search }
  const { orders } = await unwrap(api.GET("/api/admin-orders/orders", { params: { query }, signal }))
  return {
    ...kindsOf([]),
    orders: orders.map(({ orderId, user, status, totalAmount }) => ({
      orderId,
      name: user.name,
      status,
      amount: totalAmount,
    })),
  }
}

async function searchTransactions(search: string, signal: AbortSignal): Promise<FoundTransaction[]> {
  const query = { page: 1, limit: MOST, search }
  return (await unwrap(api.GET("/api/transactions", { params: { query }, signal }))).transactions
}
