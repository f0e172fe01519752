import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider, useSearchParams } from "react-router-dom"
import { expect, test } from "vitest"
import { OrderFilterPanel } from "./order-filter-panel"
import { noFilters, type OrderFilters, readFilters, writeFilters } from "./order-filters"

/** The panel with its filters in the URL. */
function Page() {
  const [params, setParams] = useSearchParams()
  const change = (changed: Partial<OrderFilters>) =>
    setParams((now) => writeFilters({ ...readFilters(now), ...changed }), { replace: true })
  return (
    <OrderFilterPanel filters={readFilters(params)} onChange={change} onClear={() => change(noFilters)} />
  )
}

function show(address = "/") {
  const router = createMemoryRouter([{ path: "/", Component: Page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { search: () => router.state.location.search, user: userEvent.setup() }
}

const pause = () => new Promise((resolve) => window.setTimeout(resolve, 600))

test("a date stays in its field while its year is typed digit by digit", async () => {
  const { search } = show()
  const start = screen.getByLabelText("Start date (IST)")

  for (const value of ["0002-11-22", "0020-11-22", "0202-11-22"]) {
    fireEvent.change(start, { target: { value } })
    expect(start).toHaveValue(value)
  }
  await pause()
  expect(start).toHaveValue("0202-11-22")
  expect(search()).toBe("")

  fireEvent.change(start, { target: { value: "2026-11-22" } })
  await waitFor(() => expect(search()).toBe("?startDate=2026-11-22"), { timeout: 3000 })
  expect(start).toHaveValue("2026-11-22")
})

test("an end before the start is shown at the field and not applied", async () => {
  const { search } = show("/?startDate=2026-11-22")

  fireEvent.change(screen.getByLabelText("End date (IST)"), { target: { value: "2026-11-01" } })

  expect(await screen.findByText("The end date is before the start date")).toBeVisible()
  await pause()
  expect(search()).toBe("?startDate=2026-11-22")
})

test("Clear empties a date that was never applied", async () => {
  const { user } = show()
  const end = screen.getByLabelText("End date (IST)")
  fireEvent.change(end, { target: { value: "0002-11-22" } })

  await user.click(screen.getByRole("button", { name: "Clear All" }))

  expect(end).toHaveValue("")
})
