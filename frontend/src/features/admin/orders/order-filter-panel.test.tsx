import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { expect, test } from "vitest"
import { OrderFilterPanel } from "./order-filter-panel"

function show(address = "/") {
  const router = createMemoryRouter([{ path: "/", Component: OrderFilterPanel }], {
    initialEntries: [address],
  })
  render(<RouterProvider router={router} />)
  return { search: () => router.state.location.search, user: userEvent.setup() }
}

const pause = () => new Promise((resolve) => window.setTimeout(resolve, 600))

const unfold = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: /^Filters/ }))

test("a day is applied once it is whole, and read with the day first", async () => {
  const { search, user } = show()
  await unfold(user)
  const start = screen.getByLabelText("Start date (IST)")

  await user.type(start, "2/11/202")
  await pause()
  expect(search()).toBe("")
  await user.type(start, "6")

  await waitFor(() => expect(search()).toBe("?startDate=2026-11-02"), { timeout: 3000 })
  expect(start).toHaveValue("2/11/2026")
  await user.tab()
  expect(start).toHaveValue("02/11/2026")
})

test("what is no day is told when the field is left, and not applied", async () => {
  const { search, user } = show()
  await unfold(user)

  await user.type(screen.getByLabelText("Start date (IST)"), "22.11")
  expect(screen.queryByText("Please enter a date from 2000 on")).not.toBeInTheDocument()
  await user.tab()

  expect(await screen.findByText("Please enter a date from 2000 on")).toBeVisible()
  await pause()
  expect(search()).toBe("")
})

test("an end before the start is shown at the field and not applied", async () => {
  const { search, user } = show("/?startDate=2026-11-22")
  await unfold(user)

  await user.type(screen.getByLabelText("End date (IST)"), "01/11/2026")

  expect(await screen.findByText("The end date is before the start date")).toBeVisible()
  await pause()
  expect(search()).toBe("?startDate=2026-11-22")
})

test("Clear All empties a date that was never applied", async () => {
  const { user } = show()
  await unfold(user)
  const end = screen.getByLabelText("End date (IST)")
  await user.type(end, "22.11")
  await user.tab()

  await user.click(screen.getByRole("button", { name: "Clear All" }))

  expect(end).toHaveValue("")
})

test("a chip removes its day from the URL and from the field", async () => {
  const { search, user } = show("/?startDate=2026-11-22&status=confirmed")

  await user.click(screen.getByRole("button", { name: "Remove From 22 Nov 2026" }))

  expect(search()).toBe("?status=confirmed")
  expect(screen.getByLabelText("Start date (IST)")).toHaveValue("")
})
