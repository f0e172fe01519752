import { expect, test } from "vitest"
import { byRashi, northCells, rashiOfHouse, southCells } from "./houses"
import type { SkyPoint } from "./queries"

const point = (key: string, rashi: number | null): SkyPoint => ({
  key,
  name: key,
  rashi,
  rashiName: null,
  longitude: null,
  degrees: null,
  nakshatra: null,
  pada: null,
  house: null,
  retrograde: false,
})

test("every planet stands in its rashi, and an unknown one nowhere", () => {
  const found = byRashi([point("sun", 5), point("moon", 5), point("saturn", 12), point("mars", null)])
  expect(found.map((points) => points.map(({ key }) => key).join(" "))).toEqual([
    ...["", "", "", "", "sun moon", "", "", "", "", "", "", "saturn"],
  ])
})

test("houses go round from the lagna's rashi", () => {
  expect([1, 2, 9, 12].map((house) => rashiOfHouse(house, 5))).toEqual([5, 6, 1, 4])
})

function area(points: string) {
  const corners = points.split(" ").map((pair) => pair.split(",").map(Number) as [number, number])
  return Math.abs(
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )
}

test("the twelve houses of the north fill the square, those of the south its rim", () => {
  const sum = (cells: typeof northCells) => cells.reduce((total, { points }) => total + area(points), 0)
  expect([northCells.length, sum(northCells)]).toEqual([12, 160_000])
  expect([southCells.length, sum(southCells)]).toEqual([12, 120_000])
})
