import { describe, expect, it } from "vitest"
import { downStatus, refusedWait, retryMax, spread } from "./live-link"

describe("the reconnect back-off", () => {
  it("has a jitter of thirty percent to both sides", () => {
    expect(spread(1000, 0)).toBe(700)
    expect(spread(1000, 0.5)).toBe(1000)
    expect(spread(1000, 1)).toBe(1300)
  })

  it("finds a restarted server within two seconds, and grows during a long outage", () => {
    expect([0, 5, 14].map(retryMax)).toEqual([2_000, 2_000, 2_000])
    expect([15, 1000].map(retryMax)).toEqual([10_000, 10_000])
  })

  it("grows after each refusal, to half a minute at most", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 100].map(refusedWait)

    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits[0]).toBe(1000)
    expect(waits.at(-1)).toBe(30_000)
  })
})

it.each([
  ["connecting", true, "connecting"],
  ["live", true, "reconnecting"],
  ["reconnecting", true, "reconnecting"],
  ["offline", true, "offline"],
  ["connecting", false, "offline"],
  ["live", false, "offline"],
] as const)("a link that is down, was %s, with the network %s, is %s", (before, onLine, status) => {
  expect(downStatus(before, onLine)).toBe(status)
})
