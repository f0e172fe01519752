import { queryOptions } from "@tanstack/react-query"
import { read, type Schemas } from "./api"

export type SupportNow = Schemas["SupportNowOut"]

/** The support's presence at this moment: fetched by the browser, as a cached page cannot know it. */
export const supportNowQuery = queryOptions({
  queryKey: ["support-now"],
  queryFn: read("/api/shop/support-now"),
  staleTime: 60_000,
  // Optional: without an answer the timetable alone is shown.
  retry: false,
})
