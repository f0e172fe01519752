import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { apiQuery, type ListFilters } from "./list-filters"

/** Number of products per filter option, with the other filters unchanged. */
export type Facets = Schemas["ProductPageData"]["facets"]

const keyOf = (filters: ListFilters) => ["products", "list", filters] as const

export const productsQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: keyOf(filters),
    queryFn: ({ signal, client }) => {
      // The first page may have come with the HTML, so that its moment is known from here alone.
      const first = client.getQueryData<Schemas["ProductPageData"]>(keyOf({ ...filters, page: 1 }))
      const asOf = filters.page > 1 ? (first?.pagination.asOf ?? undefined) : undefined
      return unwrap(api.GET("/api/products", { params: { query: { ...apiQuery(filters), asOf } }, signal }))
    },
    placeholderData: keepPreviousData,
  })
