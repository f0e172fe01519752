import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { setLanguage } from "."
import { useErrorText } from "./error-text"

const textOf = () => renderHook(() => useErrorText()).result.current

const failed = "Failed to verify OTP"
const internal = new ApiError("Something went wrong.", "INTERNAL", 500, {}, null, null, "A1B2C3D4")

test("the server's words about a refusal come first, then ours for what was tried", () => {
  const text = textOf()

  expect(text(new ApiError("Too many tries.", "CODE_TOO_MANY", 400), failed)).toBe("Too many tries.")
  expect(text(new ApiError("", "UNREADABLE", 502), failed)).toBe(failed)
  expect(text(new TypeError("x is undefined"), failed)).toBe(failed)
})

test("a call that got nowhere is told as what was tried, then why", () => {
  const text = textOf()
  const offline = new ApiError("", "NETWORK", 0)

  expect(text(offline, failed)).toMatch(/^Failed to verify OTP\. We could not reach the shop/)
  expect(text(offline, "The cart could not be changed.")).toMatch(/changed\. We could not reach/)
  expect(text(offline)).toMatch(/^We could not reach the shop/)
  expect(text(new ApiError("The shop is very busy", "BUSY", 503), failed)).toBe(
    "Failed to verify OTP. The shop is very busy",
  )
})

test("a failure of ours is told with the number our log has", () => {
  const text = textOf()

  expect(text(internal, failed)).toBe("Failed to verify OTP (reference A1B2C3D4)")
  expect(text(internal)).toBe("Something went wrong. (reference A1B2C3D4)")
})

test("Hindi sentences end as Hindi ones do", async () => {
  await setLanguage("hi")

  expect(textOf()(new ApiError("", "NETWORK", 0), "कार्ट नहीं बदली जा सकी।")).toMatch(
    /^कार्ट नहीं बदली जा सकी। दुकान से/,
  )

  await setLanguage("en")
})
