import { beforeEach, describe, expect, it } from "vitest"
import { updateCartToken, useCartState } from "./cart"

describe("the token of a guest's cart", () => {
  beforeEach(() => {
    localStorage.clear()
    useCartState.setState({ token: null })
  })

  const held = () => [useCartState.getState().token, localStorage.getItem("cartToken")]

  it("is stored from the first response", () => {
    updateCartToken(null, "new")

    expect(held()).toEqual(["new", "new"])
  })

  it("is forgotten when it opens nothing any more", () => {
    updateCartToken(null, "old")
    updateCartToken("old", null)

    expect(held()).toEqual([null, null])
  })

  it("is not touched by the answer to a question asked before there was one", () => {
    updateCartToken(null, "new")
    updateCartToken(null, null)
    updateCartToken(null, "another")

    expect(held()).toEqual(["new", "new"])
  })

  it("follows another tab", () => {
    window.dispatchEvent(new StorageEvent("storage", { key: "cartToken", newValue: "theirs" }))

    expect(useCartState.getState().token).toBe("theirs")
  })
})
