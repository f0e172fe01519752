import { queryOptions } from "@tanstack/react-query"
import { read } from "@/lib/api"

/** The shop's categories; in a file of its own, as the shell of every page needs them. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: read("/api/categories", {}, "categories"),
  staleTime: 5 * 60_000,
})
