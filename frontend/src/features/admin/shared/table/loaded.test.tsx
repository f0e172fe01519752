import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { Loaded } from "./loaded"

/** A list that could not be fetched; `data` is what an earlier fetch returned. Returns how often it was retried. */
function show(data: string | undefined) {
  let tries = 0
  const query = {
    data,
    error: new ApiError("The shop does not answer", "INTERNAL", 500),
    isFetching: false,
    isPlaceholderData: false,
    refetch: () => {
      tries += 1
    },
  }
  render(
    <Loaded query={query} loading="Loading orders…" failed="Failed to fetch orders">
      {(order) => <p>{order}</p>}
    </Loaded>,
  )
  return () => tries
}

test("a list that failed to load shows the error and a retry button", async () => {
  const tries = show(undefined)

  expect(screen.getByText("Failed to fetch orders")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(tries()).toBe(1)
})

test("a list that failed to refetch stays below the error and a retry button", async () => {
  const tries = show("Order AKS1")

  expect(screen.getByText("Failed to fetch orders")).toBeVisible()
  expect(screen.getByText("Order AKS1")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(tries()).toBe(1)
})
