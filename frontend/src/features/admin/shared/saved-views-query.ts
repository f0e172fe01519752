import { queryOptions } from "@tanstack/react-query"
import { read } from "@/lib/api"

/** The reader's own views of all lists; only this browser's acts change them. */
export const savedViewsQuery = queryOptions({
  queryKey: ["staff", "saved-views"],
  queryFn: read("/api/admin/saved-views"),
  staleTime: Number.POSITIVE_INFINITY,
})
