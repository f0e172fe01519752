import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { ErrorState } from "./error-state"

test("what was to be loaded is named, and the reference of what went wrong", () => {
  const error = new ApiError("The catalogue is unavailable.", "INTERNAL", 500, {}, null, null, "A1B2C3D4")

  render(<ErrorState error={error} fallback="Failed to load products" onRetry={() => {}} />)

  expect(screen.getByRole("alert")).toHaveTextContent("Failed to load products")
  expect(screen.getByText("A1B2C3D4")).toBeVisible()
})

test("an error without words falls back to ours", () => {
  render(
    <ErrorState
      error={new ApiError("", "UNREADABLE", 502)}
      fallback="Failed to load products"
      onRetry={() => {}}
    />,
  )

  expect(screen.getByRole("alert")).toHaveTextContent("Failed to load products")
})

test("a lost connection is named as such", () => {
  render(
    <ErrorState
      error={new ApiError("", "NETWORK", 0)}
      fallback="Failed to load products"
      onRetry={() => {}}
    />,
  )

  expect(screen.getByRole("alert")).toHaveTextContent("Failed to load products. We could not reach the shop")
})

test("trying again is one press", async () => {
  let tries = 0
  render(<ErrorState error={new Error("x")} onRetry={() => tries++} />)

  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))

  expect(tries).toBe(1)
})
