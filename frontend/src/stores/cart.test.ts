import { beforeEach, describe, expect, it } from "vitest"
import { keepCartToken, useCartState } from "./cart"

describe("the token of a guest's cart", () => {
  beforeEach(() => {
    localStorage.clear()
    useCartState.setState({ token: null })
  })

  const held = () => [useCartState.getState().token, localStorage.getItem("cartToken")]

  it("is kept when the first answer brings it", () => {
    keepCartToken(null, "new")

    expect(held()).toEqual(["new", "new"])
  })

  it("is forgotten when it opens nothing any more", () => {
    keepCartToken(null, "old")
    keepCartToken("old", null)

    expect(held()).toEqual([null, null])
  })

  it("is not touched by the answer to a question asked before there was one", () => {
    keepCartToken(null, "new")
    keepCartToken(null, null)
    keepCartToken(null, "another")

    expect(held()).toEqual(["new", "new"])
  })

  it("follows another tab", () => {
    window.dispatchEvent(new StorageEvent("storage", { key: "cartToken", newValue: "theirs" }))

    expect(useCartState.getState().token).toBe("theirs")
  })
})
