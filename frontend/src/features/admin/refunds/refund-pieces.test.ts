import { expect, test } from "vitest"
import { type Line, paiseOf } from "./refund-pieces"

const lines: Line[] = [
  { line: 1, title: "Bead", quantity: 3, refunded: 0, amounts: [33.33, 66.67, 100] },
  { line: 2, title: "Mala", quantity: 1, refunded: 0, amounts: [0.1] },
]

test("the pieces of several lines are added up in whole paise", () => {
  expect(paiseOf(lines, { 1: 2, 2: 1 })).toBe(6677)
})

test("no piece costs nothing", () => {
  expect(paiseOf(lines, {})).toBe(0)
  expect(paiseOf(lines, { 1: 0 })).toBe(0)
})
