import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { apiQuery, type ListFilters } from "./list-filters"

/** How many products every further choice would show, the other filters as they are. */
export type Facets = Schemas["ProductPageData"]["facets"]

export const productsQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ["products", "list", filters],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/products", { params: { query: apiQuery(filters) }, signal })),
    placeholderData: keepPreviousData,
  })
