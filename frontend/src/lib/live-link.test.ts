import { describe, expect, it } from "vitest"
import { refusedWait, spread } from "./live-link"

describe("waiting to connect again", () => {
  it("spreads by thirty percent to both sides", () => {
    expect(spread(1000, 0)).toBe(700)
    expect(spread(1000, 0.5)).toBe(1000)
    expect(spread(1000, 1)).toBe(1300)
  })

  it("waits longer after each refusal, and never more than half a minute", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 100].map(refusedWait)

    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits[0]).toBe(1000)
    expect(waits.at(-1)).toBe(30_000)
  })
})
