import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import type { ReviewFilters } from "./review-filters"

export type Review = Schemas["ReviewOut"]
export type MyReview = Schemas["MyReview"]
export type ReviewPhoto = Schemas["ReviewPhotoOut"]
export type ReviewSummary = Schemas["ReviewSummary"]
export type ProductRating = Schemas["Rating"]

export const PAGE_SIZE = 6

/** Asked anew whenever the product's rating changes: the live link brings that with the product. */
export const reviewsQuery = (slug: string, filters: ReviewFilters, rating: ProductRating) => {
  const keyOf = (page: number) => ["reviews", slug, { ...filters, page }, rating.average, rating.count]
  return queryOptions({
    queryKey: keyOf(filters.page),
    queryFn: ({ signal, client }) => {
      const first = client.getQueryData<Schemas["ReviewPage"]>(keyOf(1))
      const query = {
        asOf: filters.page > 1 ? (first?.pagination.asOf ?? undefined) : undefined,
        page: filters.page,
        limit: PAGE_SIZE,
        sortBy: filters.sort,
        rating: filters.stars,
        withPhotos: filters.withPhotos,
      }
      return unwrap(api.GET("/api/products/{slug}/reviews", { params: { path: { slug }, query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** Begins with "me": the session forgets it when somebody else logs in. */
export const myReviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["me", "review", slug],
    queryFn: read("/api/products/{slug}/reviews/mine", { path: { slug } }),
    // The shop decides about it while its author looks elsewhere.
    refetchOnWindowFocus: true,
    staleTime: 5_000,
  })
