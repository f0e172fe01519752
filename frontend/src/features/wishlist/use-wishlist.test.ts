import { describe, expect, it } from "vitest"
import type { Wishlist } from "./queries"
import { changed } from "./use-wishlist"

const card = (_id: string) => ({ _id }) as Wishlist["wishlist"][number]
const held: Wishlist = {
  wishlist: [card("bead"), card("mala")],
  productIds: ["bead", "mala"],
  count: 2,
  version: 7,
  hidden: 1,
}

describe("a wish before the server has answered", () => {
  it("is on top; its card comes with the answer", () => {
    expect(changed(held, "stone", true)).toEqual({
      ...held,
      productIds: ["stone", "bead", "mala"],
      count: 3,
    })
  })

  it("is gone with its card when it was taken away", () => {
    expect(changed(held, "bead", false)).toEqual({
      ...held,
      wishlist: [card("mala")],
      productIds: ["mala"],
      count: 1,
    })
  })

  it("keeps the version, so that the answer counts on", () => {
    expect(changed(held, "stone", true).version).toBe(7)
  })
})
