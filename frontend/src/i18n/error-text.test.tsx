import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { useErrorText } from "./error-text"

const textOf = () => renderHook(() => useErrorText()).result.current

test("the server's words come first, then ours for what was tried", () => {
  const text = textOf()

  expect(text(new ApiError("Too many tries.", "CODE_TOO_MANY", 400), "Failed to verify OTP")).toBe(
    "Too many tries.",
  )
  expect(text(new ApiError("", "UNREADABLE", 502), "Failed to verify OTP")).toBe("Failed to verify OTP")
  expect(text(new ApiError("", "NETWORK", 0), "Failed to verify OTP")).toMatch(/could not reach the shop/)
})

test("a failure of ours is told with the number our log has", () => {
  const error = new ApiError("Something went wrong.", "INTERNAL", 500, {}, null, null, "A1B2C3D4")

  expect(textOf()(error)).toBe("Something went wrong. (reference A1B2C3D4)")
})
