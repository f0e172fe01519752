import { expect, test } from "vitest"
import { CLOSEST, FITTED, movedBy, within, zoomedAt } from "./zoom"

const frame = { width: 400, height: 300 }

test("what lies under the finger stays under it", () => {
  const view = zoomedAt(FITTED, { x: 100, y: -50 }, 2, frame)

  // A point p of the fitted picture is shown at x + p * scale.
  expect(view.x + 100 * view.scale).toBe(100)
  expect(view.y - 50 * view.scale).toBe(-50)
})

test("nobody comes closer than the limit, nor farther than the whole picture", () => {
  expect(zoomedAt(FITTED, { x: 0, y: 0 }, 99, frame).scale).toBe(CLOSEST)
  expect(zoomedAt({ scale: 2, x: 40, y: 10 }, { x: 90, y: 0 }, 0.1, frame)).toEqual(FITTED)
})

test("the picture cannot be pushed out of its frame", () => {
  expect(movedBy({ scale: 2, x: 0, y: 0 }, 5000, -5000, frame)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(within({ scale: 1, x: 30, y: 30 }, frame)).toEqual(FITTED)
})
