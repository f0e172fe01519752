import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { type ProductFilters, productsKey, productsQuery } from "./queries"

/** A page of the products, updated by the topic; a new product, or one that changed its status, causes a refetch. */
export function useProductList(filters: ProductFilters) {
  const client = useQueryClient()
  const query = useQuery(productsQuery(filters))
  const renew = () => void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
  const page = query.data
  const { rows } = useLiveList("staff:products", page, {
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
