import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { FirstSteps } from "./first-steps"
import { firstStepsQuery } from "./queries"

const step = (name: string, isDone: boolean, confirmedBy = "", tries = "") => ({
  name,
  title: `Title of ${name}`,
  text: `Text of ${name}`,
  isDone,
  to: "/admin/settings",
  confirmedBy,
  tries,
})

function show(steps: ReturnType<typeof step>[], { isReady = false, checklistHidden = false } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  const setup = { shippingConfirmed: false, legalPagesConfirmed: false, checklistHidden }
  client.setQueryData(firstStepsQuery.queryKey, { steps, isReady, setup, version: 1 })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FirstSteps />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("counts the steps, and lets those be confirmed that the shop cannot see", () => {
  show([step("name", true), step("legal", false, "legalPagesConfirmed"), step("product", false)])

  expect(screen.getByText("1 of 3 done")).toBeVisible()
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Confirm"])
  expect(screen.queryByText("Not set up yet")).toBeNull()
})

test("opens a payment of one rupee while its provider's keys are not tried", () => {
  show([step("keys", false, "", "phonepe"), step("product", false)])

  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Pay ₹1"])
})

test("warns while payments or mail are missing", () => {
  show([step("payments", false), step("mail", true)])

  expect(screen.getByText("Not set up yet")).toBeVisible()
  expect(screen.getAllByText(/Text of payments/)).toHaveLength(2)
})

test("is hidden by a button once everything is done", () => {
  show([step("name", true)], { isReady: true })

  expect(screen.getByRole("button", { name: "Hide the checklist" })).toBeVisible()
})

test("shows a hidden checklist's warning alone", () => {
  show([step("mail", false)], { checklistHidden: true })

  expect(screen.getByText("Not set up yet")).toBeVisible()
  expect(screen.queryByText("Your first steps")).toBeNull()
})
