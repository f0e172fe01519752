import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { apiQuery, type ListFilters } from "./list-filters"

/** Number of products per filter option, with the other filters unchanged. */
export type Facets = Schemas["ProductPageData"]["facets"]

export const productsQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ["products", "list", filters],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/products", { params: { query: apiQuery(filters) }, signal })),
    placeholderData: keepPreviousData,
  })
