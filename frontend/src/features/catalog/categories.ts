import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { pageData } from "@/lib/page-data"

/** The kinds of things the shop sells: in the shell of every page, so in a file of its own. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/categories", { signal }))).categories,
  initialData: () => pageData<Schemas["CategoryListData"]>("/api/categories")?.categories,
  staleTime: 5 * 60_000,
})
