import { expect, test } from "vitest"
import { indianStates } from "@/lib/indian-states"
import { COLUMNS, ROWS, shadeOf, stateTiles } from "./state-tiles"

test("every state and union territory has a square and a code of its own, within the map", () => {
  const tiles = indianStates.map((state) => stateTiles[state])

  expect(Object.keys(stateTiles).sort()).toEqual([...indianStates].sort())
  expect(new Set(tiles.map(({ column, row }) => `${column}/${row}`)).size).toBe(36)
  expect(new Set(tiles.map(({ code }) => code)).size).toBe(36)
  expect(tiles.every(({ column, row }) => column >= 0 && column < COLUMNS && row >= 0 && row < ROWS)).toBe(
    true,
  )
})

test.each([
  [0, 0, 0],
  [0, 9, 0],
  [1, 1000, 1],
  [1, 1, 4],
  [5, 10, 2],
  [10, 10, 4],
])("%i of at most %i orders has shade %i", (orders, most, shade) => {
  expect(shadeOf(orders, most)).toBe(shade)
})
