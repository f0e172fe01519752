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

test("a reload does not hide the wait, and it can be dismissed", async () => {
  act(() => useRateLimit.getState().limited(60))
  expect(localStorage.getItem("rateLimitInfo")).toContain('"retryAfter":60')
  render(<RateLimitBanner />)

  await userEvent.click(screen.getByRole("button", { name: "Dismiss this message" }))

  expect(screen.queryByRole("alert")).toBeNull()
})
