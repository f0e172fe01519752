import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isUserActive } from "./user-activity"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test("a page is attended for a minute after an input", () => {
  window.dispatchEvent(new Event("keydown"))
  vi.advanceTimersByTime(59_000)
  expect(isUserActive()).toBe(true)

  vi.advanceTimersByTime(2_000)
  expect(isUserActive()).toBe(false)

  window.dispatchEvent(new Event("pointermove"))
  expect(isUserActive()).toBe(true)
})
