import { queryOptions } from "@tanstack/react-query"
import { read } from "./api"
import { browserStorage } from "./storage"

/** The banner above the header, also one that is still to come; null without one. */
export const bannerQuery = queryOptions({
  queryKey: ["banner"],
  queryFn: read("/api/banner", {}, "banner"),
  staleTime: 60_000,
})

const CLOSED_KEY = "closedBanner"

/** The number of the banner that was closed in this browser; null if none was. */
export const closedBanner = (): number | null => Number(browserStorage.getItem(CLOSED_KEY)) || null

export const closeBanner = (number: number) => browserStorage.setItem(CLOSED_KEY, String(number))
