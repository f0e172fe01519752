import { expect, it } from "vitest"
import { isAwaitingDelivery, progressOf } from "./progress"

it.each([
  ["pending", 12.5],
  ["confirmed", 25],
  ["processing", 37.5],
  ["packaging", 50],
  ["dispatched", 62.5],
  ["out_for_delivery", 75],
  ["shipped", 87.5],
  ["delivered", 100],
])("shows %s at %d percent", (status, percent) => {
  expect(progressOf(status)).toBe(percent)
})

it.each(["cancelled", "returned", "refunded", "unheard of"])("shows no bar for %s", (status) => {
  expect(progressOf(status)).toBeNull()
})

it.each([
  ["pending", true],
  ["out_for_delivery", true],
  ["delivered", false],
  ["cancelled", false],
  ["returned", false],
])("expects %s to arrive: %s", (status, expected) => {
  expect(isAwaitingDelivery(status)).toBe(expected)
})
