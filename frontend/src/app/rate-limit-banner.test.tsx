import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test } from "vitest"
import { useRateLimit } from "@/stores/rate-limit"
import { RateLimitBanner } from "./rate-limit-banner"

afterEach(() => act(() => useRateLimit.getState().dismiss()))

test("nothing is shown as long as the shop answers", () => {
  const { container } = render(<RateLimitBanner />)

  expect(container).toBeEmptyDOMElement()
})

test("the wait is announced, counted down and gone when it is over", async () => {
  render(<RateLimitBanner />)

  act(() => useRateLimit.getState().limited(2))

  expect(screen.getByRole("alert")).toHaveTextContent(
    "Rate limit exceeded. Please wait 2 seconds before trying again.",
  )
  await waitFor(() => expect(screen.getByText(/wait 1 second before/)).toBeVisible(), { timeout: 2000 })
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull(), { timeout: 3000 })
}, 8000)

test("a wait of more than a minute is counted down in minutes and seconds", () => {
  render(<RateLimitBanner />)

  act(() => useRateLimit.getState().limited(125))

  expect(screen.getByText(/wait 2 minutes and [1-5] seconds before/)).toBeVisible()
})

test("a reload does not hide the wait, and it can be dismissed", async () => {
  act(() => useRateLimit.getState().limited(60, "Too many calls"))
  expect(JSON.parse(localStorage.getItem("rateLimitInfo") ?? "")).toEqual({
    timestamp: expect.any(Number),
    retryAfter: 60,
    message: "Too many calls",
  })
  render(<RateLimitBanner />)

  await userEvent.click(screen.getByRole("button", { name: "Dismiss this message" }))

  expect(screen.queryByRole("alert")).toBeNull()
})
