import { expect, test } from "vitest"
import { boundsOf, lastStop, priceStops, stopsOf } from "./price-stops"

test("the slider runs from 100 to 20,000 in steps of 200 and reaches its end", () => {
  expect(priceStops.slice(0, 3)).toEqual([100, 300, 500])
  expect(priceStops.slice(-2)).toEqual([19_900, 20_000])
})

test("both ends mean no limit", () => {
  expect(boundsOf(0, lastStop)).toEqual({ minPrice: null, maxPrice: null })
  expect(stopsOf(null, null)).toEqual([0, lastStop])
})

test("every stop between the ends leads to its amount and back", () => {
  for (let stop = 1; stop < lastStop; stop++) {
    const { minPrice, maxPrice } = boundsOf(stop, stop)

    expect(minPrice).toBe(priceStops[stop])
    expect(stopsOf(minPrice, maxPrice)).toEqual([stop, stop])
  }
})

test("an amount between two stops stands at the nearer one", () => {
  expect(stopsOf(390, 430)).toEqual([1, 2])
  expect(stopsOf(50, 99_999)).toEqual([0, lastStop])
})
