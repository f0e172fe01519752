import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { type ProductFilters, productsKey, productsQuery } from "./queries"

/** A page of the products, updated by the topic; a new product, or one that changed its status, causes a refetch. */
export const useProductList = (filters: ProductFilters) =>
  useLiveList("staff:products", productsQuery(filters), [...productsKey, "list"], {
    figuresOf: ({ counts }) => counts,
    totalOf: ({ all }) => all,
    needsRefetch: ({ rows = [], counts }, page) =>
      (page && counts && JSON.stringify(counts) !== JSON.stringify(page.counts)) ||
      rows.some(({ id }) => !page?.rows.some(({ _id }) => _id === id)),
  })
