import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { Loaded } from "./states"

/** A list that could not be fetched; `here` when rows of before are still shown. Answers how often it was retried. */
function show(here: boolean) {
  let tries = 0
  const problem = {
    title: "Failed to fetch orders",
    error: new ApiError("The shop does not answer", "INTERNAL", 500),
    retrying: false,
    onRetry: () => {
      tries += 1
    },
  }
  render(
    <Loaded here={here} loading="Loading orders…" problem={problem}>
      <p>Order AKS1</p>
    </Loaded>,
  )
  return () => tries
}

test("a list that could not be fetched says so and can be tried again", async () => {
  const tries = show(false)

  expect(screen.getByText("Failed to fetch orders")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(tries()).toBe(1)
})

test("a list that could not be renewed stays below the error and can be tried again", async () => {
  const tries = show(true)

  expect(screen.getByText("Failed to fetch orders")).toBeVisible()
  expect(screen.getByText("Order AKS1")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(tries()).toBe(1)
})
