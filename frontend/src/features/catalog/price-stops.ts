import type { PriceBounds } from "./list-filters"

const LOWEST = 100
const HIGHEST = 20_000
const STEP = 200

/**
 * The stops of the price slider, in rupees: 100, 300, … 19,900 and 20,000.
 *
 * Both ends mean "no limit", so that every product can be reached.
 */
export const priceStops: readonly number[] = [
  ...Array.from({ length: Math.ceil((HIGHEST - LOWEST) / STEP) }, (_, n) => LOWEST + n * STEP),
  HIGHEST,
]

export const lastStop = priceStops.length - 1

function nearest(rupees: number): number {
  const above = priceStops.findIndex((stop) => stop >= rupees)
  if (above === -1) return lastStop
  const before = priceStops[above - 1]
  const here = priceStops[above]
  return before !== undefined && here !== undefined && rupees - before < here - rupees ? above - 1 : above
}

/** Turn the filter's bounds (null: none) into the slider's two stops. */
export const stopsOf = (min: number | null, max: number | null): [number, number] => [
  min === null ? 0 : nearest(min),
  max === null ? lastStop : nearest(max),
]

/** Turn the slider's two stops into the filter's bounds; an end stop is no bound. */
export function boundsOf(from: number, to: number): PriceBounds {
  return {
    minPrice: from === 0 ? null : (priceStops[from] ?? null),
    maxPrice: to === lastStop ? null : (priceStops[to] ?? null),
  }
}
