import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"

/** The kinds of things the shop sells: in the shell of every page, so in a file of its own. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/categories", { signal }))).categories,
  staleTime: 5 * 60_000,
})
