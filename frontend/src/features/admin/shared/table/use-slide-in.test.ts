import { expect, test } from "vitest"
import { countSlidingIn } from "./use-slide-in"

const isNew = (id: string) => id.startsWith("new")

test("new rows above the known ones slide in, and the last ones may leave", () => {
  expect(countSlidingIn(["a", "b", "c"], ["new1", "new2", "a"], isNew)).toBe(2)
})

test("another page, other filters or nothing new do not slide", () => {
  expect(countSlidingIn(["a", "b"], ["c", "d"], isNew)).toBe(0)
  expect(countSlidingIn(["a", "b"], ["c", "a"], isNew)).toBe(0)
  expect(countSlidingIn(["a", "b"], ["b", "a"], isNew)).toBe(0)
  expect(countSlidingIn([], ["new1"], isNew)).toBe(0)
})
