import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { describe, expect, it } from "vitest"
import { FilterPanel } from "./filter-panel"
import { type TransactionFilters, transactionFilters } from "./transaction-filters"

/** Show the panel of these filters; `applied` returns those in the URL. */
function show(first: Partial<TransactionFilters> = {}) {
  const address = `/?${transactionFilters.write({ ...transactionFilters.none, ...first })}`
  const router = createMemoryRouter([{ path: "/", Component: FilterPanel }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  const applied = () => transactionFilters.read(new URLSearchParams(router.state.location.search))
  return { applied, user: userEvent.setup() }
}

const unfold = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: /^Filters/ }))

const pause = () => new Promise((resolve) => window.setTimeout(resolve, 600))

describe("the filter panel", { timeout: 15_000 }, () => {
  it("debounces the search", async () => {
    const { applied, user } = show()

    await user.type(screen.getByRole("searchbox", { name: "Search" }), "asha")

    await waitFor(() => expect(applied().search).toBe("asha"), { timeout: 3000 })
  })

  it("keeps a status chosen while a search is debounced", async () => {
    const { applied, user } = show()

    await user.type(screen.getByRole("searchbox", { name: "Search" }), "asha")
    await unfold(user)
    await user.selectOptions(screen.getByLabelText("Status"), "PENDING")

    await waitFor(() => expect(applied()).toMatchObject({ search: "asha", status: "PENDING" }), {
      timeout: 3000,
    })
  })

  it("shows that the maximum is below the minimum, and applies nothing", async () => {
    const { applied, user } = show()

    await unfold(user)
    await user.type(screen.getByLabelText("Minimum amount (₹)"), "900")
    await user.type(screen.getByLabelText("Maximum amount (₹)"), "1")

    expect(await screen.findByText("The maximum is below the minimum")).toBeVisible()
    await pause()
    expect(applied().maxAmount).toBe("")
  })

  it("is emptied by Clear All, with a debounced search", async () => {
    const { applied, user } = show()

    await unfold(user)
    await user.selectOptions(screen.getByLabelText("Status"), "FAILED")
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "asha")
    await user.click(screen.getByRole("button", { name: "Clear All" }))

    await pause()
    expect(applied()).toEqual(transactionFilters.none)
    expect(screen.getByRole("searchbox", { name: "Search" })).toHaveValue("")
    expect(screen.getByLabelText("Status")).toHaveValue("")
    expect(screen.queryByRole("button", { name: "Clear All" })).not.toBeInTheDocument()
  })

  it("is folded; the set filters are chips in words, and each removes its own", async () => {
    const { applied, user } = show({
      status: "FAILED",
      startDate: "2026-11-02",
      minAmount: "500",
    })

    expect(screen.getByLabelText("Status")).not.toBeVisible()
    expect(screen.getByRole("button", { name: /^Filters.*3 set/ })).toHaveAttribute("aria-expanded", "false")
    await user.click(screen.getByRole("button", { name: "Remove From 2 Nov 2026" }))

    expect(applied()).toEqual({ ...transactionFilters.none, status: "FAILED", minAmount: "500" })
    expect(screen.getByRole("button", { name: "Remove At least ₹500" })).toBeVisible()
    expect(screen.getByRole("button", { name: "Remove Failed" })).toBeVisible()
  })
})
