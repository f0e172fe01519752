import { queryOptions } from "@tanstack/react-query"
import { currentLanguage } from "@/i18n"
import { api, read, type Schemas, unwrapWithMessage } from "@/lib/api"

export type Chart = Schemas["VedicChart"]
export type SkyPoint = Schemas["SkyPoint"]
export type BirthMoment = Schemas["ChartIn"]

export const chartQuery = (moment: BirthMoment) =>
  queryOptions({
    queryKey: ["guidance", "chart", moment, currentLanguage()],
    queryFn: ({ signal }) =>
      unwrapWithMessage(api.POST("/api/astrology/vedic-chart", { body: moment, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    // Not cached after unmount: personal data.
    gcTime: 0,
    retry: false,
  })

export const placesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["guidance", "places", typed, currentLanguage()],
    queryFn: read("/api/astrology/places", { query: { q: typed } }, "places"),
    staleTime: Number.POSITIVE_INFINITY,
  })
