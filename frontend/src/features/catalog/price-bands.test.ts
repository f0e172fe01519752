import { expect, test } from "vitest"
import { boundsOfBand, isBand, type PriceBand } from "./price-bands"

const bands: PriceBand[] = [
  { min: 0, max: 1000 },
  { min: 1000, max: 5000 },
  { min: 5000, max: 10_000 },
  { min: 10_000, max: null },
]

test.each([999.99, 1000, 4999.99, 5000, 9999.99, 10_000, 1_000_000])(
  "₹%d is in exactly one band",
  (price) => {
    const holding = bands.map(boundsOfBand).filter(({ minPrice, maxPrice }) => {
      return price >= (minPrice ?? 0) && price <= (maxPrice ?? Number.POSITIVE_INFINITY)
    })

    expect(holding).toHaveLength(1)
  },
)

test("a band is found again from the bounds in the address", () => {
  for (const band of bands) {
    expect(bands.filter((other) => isBand(other, boundsOfBand(band)))).toEqual([band])
  }
  expect(bands.some((band) => isBand(band, { minPrice: 1000, maxPrice: 5100 }))).toBe(false)
})
