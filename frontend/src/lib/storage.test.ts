import { expect, test, vi } from "vitest"
import { browserStorage, onStorageRefused } from "./storage"

/** More than a browser gives a site. */
const TOO_MUCH = "x".repeat(6_000_000)

test("what the browser has no room for is held in memory, and said once", () => {
  const show = vi.fn()
  onStorageRefused(show)
  browserStorage.setItem("name", "earlier")
  expect(show).not.toHaveBeenCalled()

  browserStorage.setItem("name", TOO_MUCH)
  browserStorage.setItem("other", TOO_MUCH)

  expect(browserStorage.getItem("name")).toBe(TOO_MUCH)
  expect(localStorage.getItem("name")).toBeNull()
  expect(show).toHaveBeenCalledTimes(1)
})

test("a value that another tab stores replaces the one in memory", () => {
  browserStorage.setItem("name", TOO_MUCH)

  localStorage.setItem("name", "theirs")

  expect(browserStorage.getItem("name")).toBe("theirs")
})

test("what was held in memory is removed like all else", () => {
  browserStorage.setItem("name", TOO_MUCH)
  browserStorage.removeItem("name")
  browserStorage.setItem("other", TOO_MUCH)
  browserStorage.clear()

  expect([browserStorage.getItem("name"), browserStorage.getItem("other")]).toEqual([null, null])
})
