import { expect, test } from "vitest"
import { minutesAndSeconds } from "./countdown"

test.each([
  [200_000, "3:20"],
  [5_000, "0:05"],
  [4_001, "0:05"],
  [3_600_000, "60:00"],
  [0, "0:00"],
  [-9_000, "0:00"],
])("%d ms are shown as %s", (ms, shown) => {
  expect(minutesAndSeconds(ms)).toBe(shown)
})
