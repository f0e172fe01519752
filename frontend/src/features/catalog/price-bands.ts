import type { PriceBounds } from "./list-filters"

/** A span of prices in rupees; `max` itself belongs to the next band, so that no price is in two. */
export type PriceBand = { min: number; max: number | null }

/** Turn a band into the filter's bounds, which both belong to what is found. */
export const boundsOfBand = ({ min, max }: PriceBand): PriceBounds => ({
  minPrice: min === 0 ? null : min,
  maxPrice: max === null ? null : max - 0.01,
})

/** Return true when the filter's bounds are exactly this band. */
export function isBand(band: PriceBand, { minPrice, maxPrice }: PriceBounds): boolean {
  const bounds = boundsOfBand(band)
  return bounds.minPrice === minPrice && bounds.maxPrice === maxPrice
}
