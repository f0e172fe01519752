import { type QueryFunction, type QueryKey, queryOptions } from "@tanstack/react-query"
import { listQuery } from "./list-query"

/** A query of what changes on the server at any time: a cached answer is shown, and at once refetched. */
export const freshQuery = <T, K extends QueryKey>(queryKey: K, queryFn: QueryFunction<T, K>) =>
  queryOptions({ queryKey, queryFn, staleTime: 0 })

/** A page of rows; the page before it stays until it is there. */
export const pageQuery = <T, K extends QueryKey>(queryKey: K, queryFn: QueryFunction<T, K>) => ({
  ...freshQuery(queryKey, queryFn),
  ...listQuery,
})
