import { describe, expect, it } from "vitest"
import { hear } from "./clock"

const at = (seconds: number) => new Date(seconds * 1000).toISOString()

describe("the server's clock", () => {
  it("is known from the first answer, whatever this device's clock says", () => {
    expect(hear(at(1000), 400_000, null)).toBe(600_000)
    expect(hear(at(1000), 1_300_000, null)).toBe(-300_000)
  })

  it("is not put back by an answer that was long on its way", () => {
    expect(hear(at(1000), 1_009_000, -200)).toBe(-200)
  })

  it("is put right by an answer that came faster than the first", () => {
    expect(hear(at(1010), 1_010_100, -4_000)).toBe(-100)
  })
})
