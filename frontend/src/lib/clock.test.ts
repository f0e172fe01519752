import { describe, expect, it } from "vitest"
import { estimateOffset } from "./clock"

const at = (seconds: number) => new Date(seconds * 1000).toISOString()

describe("the server's clock", () => {
  it("is known from the first answer, whatever the device's clock", () => {
    expect(estimateOffset(at(1000), 400_000, null)).toBe(600_000)
    expect(estimateOffset(at(1000), 1_300_000, null)).toBe(-300_000)
  })

  it("is not lowered by an answer with a high latency", () => {
    expect(estimateOffset(at(1000), 1_009_000, -200)).toBe(-200)
  })

  it("is corrected by an answer with a lower latency", () => {
    expect(estimateOffset(at(1010), 1_010_100, -4_000)).toBe(-100)
  })
})
