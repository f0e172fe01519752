import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type Push, useLiveRows } from "@/features/admin/shared/table/use-live-rows"
import type { Schemas } from "@/lib/api"
import type { ProductFilters } from "./filters"
import { type AdminProductRow, productsKey, productsQuery } from "./queries"

export type ProductsPush = Push<AdminProductRow> & { counts?: Schemas["ProductCounts"] }

/** A page of the list: fetched once, then its rows change in place. */
export function useProductList(filters: ProductFilters) {
  const client = useQueryClient()
  const query = useQuery(productsQuery(filters))
  const renew = () => void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
  const page = query.data
  const rows = useLiveRows<AdminProductRow, ProductsPush>("staff:products", page, {
    renew,
    needsRefetch: ({ rows = [], counts }) =>
      (page && counts && JSON.stringify(counts) !== JSON.stringify(page.counts)) ||
      rows.some(({ id }) => !page?.rows.some(({ _id }) => _id === id)),
  })
  return {
    rows: page && rows,
    counts: page?.counts,
    pagination: page?.pagination,
    awaited: query.isPlaceholderData,
    error: query.error,
    isFetching: query.isFetching,
    renew,
  }
}
