import { describe, expect, it } from "vitest"
import { pollDelayMs } from "./poll-delay"

const wait = (tries: number, chance = 0) => pollDelayMs({ tries, unknown: false, chance })

describe("asking by hand while the live link is down", () => {
  it("asks every five seconds at first", () => {
    expect([1, 2, 6, 12].map((tries) => wait(tries))).toEqual([5000, 5000, 5000, 5000])
  })

  it("asks again three seconds after a 404", () => {
    expect(pollDelayMs({ tries: 4, unknown: true, chance: 0 })).toBe(3000)
  })

  it("asks ever more slowly, down to once a minute", () => {
    const waits = [12, 13, 14, 15, 16, 17, 18, 19, 40].map((tries) => wait(tries))

    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits[1]).toBe(7500)
    expect(waits.at(-1)).toBe(60_000)
  })

  it("spreads pages by up to a fifth", () => {
    expect(wait(1, 1)).toBe(6000)
    expect(wait(40, 0.5)).toBe(66_000)
  })
})
