import { describe, expect, it } from "vitest"
import { keepNewest, newest } from "./versioned"

describe("newest", () => {
  it("takes the first state", () => {
    expect(newest(undefined, { version: 1 })).toEqual({ version: 1 })
  })

  it("takes a newer state", () => {
    expect(newest({ version: 1, status: "PENDING" }, { version: 2, status: "SUCCESS" }).status).toBe(
      "SUCCESS",
    )
  })

  it("keeps the held state when an older one arrives late", () => {
    expect(newest({ version: 2, status: "SUCCESS" }, { version: 1, status: "PENDING" }).status).toBe(
      "SUCCESS",
    )
  })

  it("takes an equal version, which may be in another language", () => {
    expect(newest({ version: 2, reason: "Cancelled" }, { version: 2, reason: "रद्द" }).reason).toBe("रद्द")
  })

  it("gives the same state in any order of arrival", () => {
    const states = [1, 2, 3].map((version) => ({ version }))
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]

    const results = orders.map((order) =>
      order
        .map((index) => states[index])
        .reduce((held, next) => keepNewest(held, next) as { version: number }),
    )

    expect(results).toEqual(orders.map(() => ({ version: 3 })))
  })
})
