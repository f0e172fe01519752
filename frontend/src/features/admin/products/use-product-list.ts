import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { Push } from "@/features/admin/shared/table/live-list"
import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import type { Schemas } from "@/lib/api"
import { type AdminProductRow, type ProductFilters, productsKey, productsQuery } from "./queries"

type Counts = Schemas["ProductCounts"]
export type ProductsPush = Push<AdminProductRow> & { counts?: Counts }

/** A page of the products, updated by the topic; a new product, or one that changed its status, causes a refetch. */
export function useProductList(filters: ProductFilters) {
  const client = useQueryClient()
  const query = useQuery(productsQuery(filters))
  const renew = () => void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
  const page = query.data
  const { rows } = useLiveList<AdminProductRow, ProductsPush, Counts>("staff:products", page, {
    renew,
    totalOf: () => page?.pagination.total ?? 0,
    figuresOf: ({ counts }) => counts,
    needsRefetch: ({ rows = [], counts }) =>
      (page !== undefined &&
        counts !== undefined &&
        JSON.stringify(counts) !== JSON.stringify(page.counts)) ||
      rows.some(({ id }) => !page?.rows.some(({ _id }) => _id === id)),
  })
  return { query, rows }
}
