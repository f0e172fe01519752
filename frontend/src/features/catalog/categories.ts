import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"

/** The shop's categories; in a file of its own, as the shell of every page needs them. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/categories", { signal }))).categories,
  staleTime: 5 * 60_000,
})
