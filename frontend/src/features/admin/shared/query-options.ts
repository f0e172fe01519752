import { keepPreviousData, type QueryFunction, type QueryKey, queryOptions } from "@tanstack/react-query"
import { keepNewest } from "@/lib/versioned"

/** A query of what changes on the server at any time: a cached answer is shown, and at once refetched. */
export const freshQuery = <T, K extends QueryKey>(queryKey: K, queryFn: QueryFunction<T, K>) =>
  queryOptions({ queryKey, queryFn, staleTime: 0 })

/** A page of rows; the page before it stays until it is there. */
export const pageQuery = <T, K extends QueryKey>(queryKey: K, queryFn: QueryFunction<T, K>) => ({
  ...freshQuery(queryKey, queryFn),
  placeholderData: keepPreviousData,
})

/** A query of which a topic sends newer states: the newest one stays, in whatever order they arrive. */
export const liveQuery = <T, K extends QueryKey>(queryKey: K, queryFn: QueryFunction<T, K>) =>
  queryOptions({ queryKey, queryFn, structuralSharing: keepNewest })

/** A page of a list that `useLiveList` updates, with the time of its request. */
export const livePageQuery = <T, V extends object, K extends QueryKey>(
  queryKey: K,
  filtered: boolean,
  queryFn: (context: { signal: AbortSignal }) => Promise<T>,
  viewOf: (data: T) => V,
) =>
  pageQuery(queryKey, async ({ signal }) => {
    const askedAt = performance.now()
    return { ...viewOf(await queryFn({ signal })), filtered, askedAt }
  })
