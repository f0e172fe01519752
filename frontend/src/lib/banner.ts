import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "./api"

/** The banner above the header, also one that is still to come; null without one. */
export const bannerQuery = queryOptions({
  queryKey: ["banner"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/banner", { signal }))).banner,
  staleTime: 60_000,
})

const CLOSED_KEY = "closedBanner"

/** The number of the banner that was closed in this browser; null if none was. */
export function closedBanner(): number | null {
  try {
    return Number(localStorage.getItem(CLOSED_KEY)) || null
  } catch {
    return null
  }
}

export function closeBanner(number: number) {
  try {
    localStorage.setItem(CLOSED_KEY, String(number))
  } catch {
    // Storage is full or forbidden: the banner is closed until the next page load.
  }
}
