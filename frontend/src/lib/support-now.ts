import { queryOptions } from "@tanstack/react-query"
import { read, type Schemas } from "./api"

export type SupportNow = Schemas["SupportNowOut"]

/** Whether support is there at this moment: asked anew each time, as no page that is cached can say it. */
export const supportNowQuery = queryOptions({
  queryKey: ["support-now"],
  queryFn: read("/api/shop/support-now"),
  staleTime: 60_000,
  // Optional: without an answer the timetable alone is shown.
  retry: false,
})
