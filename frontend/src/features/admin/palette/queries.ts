import { pageQuery } from "@/features/admin/shared/query-options"
import { api, unwrap } from "@/lib/api"
import type { Right } from "@/stores/session"
import { type FoundTransaction, kindsOf, MOST } from "./palette-results"

/** What the text finds, by the searches that these rights allow; the list must not flicker while the next load. */
export const paletteQuery = (text: string, rights: readonly Right[]) => ({
  ...pageQuery(["staff", "palette", text], ({ signal }) => search(text, rights, signal)),
  enabled: text !== "",
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
