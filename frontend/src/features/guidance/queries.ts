import { queryOptions } from "@tanstack/react-query"
import { currentLanguage } from "@/i18n"
import { api, read, type Schemas, unwrap, unwrapWithMessage } from "@/lib/api"

export type Bead = Schemas["BeadOut"]
export type Details = Schemas["BirthDetailsIn"]
export type Chart = Schemas["VedicChart"]
export type SkyPoint = Schemas["SkyPoint"]
export type BirthMoment = Schemas["ChartIn"]

/** The table of signs is static. */
const FOREVER = Number.POSITIVE_INFINITY
const HOUR = 3_600_000

export const signsQuery = () =>
  queryOptions({
    queryKey: ["guidance", "signs"],
    queryFn: read("/api/astrology/signs"),
    staleTime: FOREVER,
  })

export const signPageQuery = (sign: string) =>
  queryOptions({
    queryKey: ["guidance", "sign", sign],
    queryFn: read("/api/astrology/signs/{sign}", { path: { sign } }),
    staleTime: FOREVER,
  })

/** The sign of a day of birth (1990-07-14); with consent, external services are queried with that date as well. */
export const zodiacQuery = (dateOfBirth: string, consent = false) =>
  queryOptions({
    queryKey: ["guidance", "zodiac", dateOfBirth, consent, currentLanguage()],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/astrology/zodiac-sign", { body: { dateOfBirth, placeOfBirth: "", consent }, signal }),
      ),
    staleTime: FOREVER,
    // Not cached after unmount: a date of birth is personal data.
    gcTime: 0,
  })

export const horoscopeQuery = (sign: string) =>
  queryOptions({
    queryKey: ["guidance", "horoscope", sign, currentLanguage()],
    queryFn: read("/api/astrology/horoscopes/{sign}", { path: { sign } }),
    // The day may change while the page is open.
    staleTime: HOUR,
    retry: false,
  })

export const recommendationQuery = (details: Details) =>
  queryOptions({
    queryKey: ["guidance", "recommendation", details, currentLanguage()],
    queryFn: ({ signal }) => unwrap(api.POST("/api/astrology/recommendation", { body: details, signal })),
    staleTime: FOREVER,
    gcTime: 0,
    retry: false,
  })

export const chartQuery = (moment: BirthMoment) =>
  queryOptions({
    queryKey: ["guidance", "chart", moment, currentLanguage()],
    queryFn: ({ signal }) =>
      unwrapWithMessage(api.POST("/api/astrology/vedic-chart", { body: moment, signal })),
    staleTime: FOREVER,
    gcTime: 0,
    retry: false,
  })

export const placesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["guidance", "places", typed, currentLanguage()],
    queryFn: read("/api/astrology/places", { query: { q: typed } }, "places"),
    staleTime: FOREVER,
  })
