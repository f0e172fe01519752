import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { expect, test } from "vitest"
import { z } from "@/lib/zod"
import { listFilters, oneOf, pageNumber, text } from "./list-filters"
import { ListPage } from "./list-page"
import type { LoadedQuery } from "./table/loaded"

const list = listFilters(
  z.object({ status: oneOf(["open", "closed"], "open"), search: text(), page: pageNumber() }),
)
const done = { error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }

function show(address: string, query: LoadedQuery<unknown>, rows: readonly string[] = []) {
  const shown: string[] = []
  const Page = () => (
    <ListPage
      title="Parcels"
      list={list}
      query={query}
      renew={() => shown.push("renewed")}
      loading="Loading parcels…"
      failed="Failed to fetch parcels"
      tabs={{ label: "Status", names: ["open", "closed"], title: (name) => name, count: () => undefined }}
      search={{ label: "Search", hint: "Name" }}
      waiting={{ count: 2, label: "2 new parcels", onShow: () => shown.push("new rows") }}
      shown={rows.length}
      empty={{ title: "No parcels" }}
      pagination={{ page: 2, limit: 1, total: 3, totalPages: 3 }}
    >
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </ListPage>
  )
  const router = createMemoryRouter([{ path: "/", Component: Page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { shown, search: () => router.state.location.search, user: userEvent.setup() }
}

test("tabs and pages keep the other filters in the URL; a tab goes to the first page", () => {
  show("/?search=asha&page=2", { ...done, data: {} }, ["Row"])

  expect(screen.getByText("Row")).toBeVisible()
  expect(screen.getByRole("link", { name: "closed" })).toHaveAttribute("href", "/?status=closed&search=asha")
  expect(screen.getByRole("link", { name: "open" })).toHaveAttribute("aria-current", "page")
  expect(screen.getByRole("link", { name: /3$/ })).toHaveAttribute("href", "/?search=asha&page=3")
})

test("a search goes to the URL, in place of the page", async () => {
  const { search, user } = show("/?page=2", { ...done, data: {} }, ["Row"])

  await user.type(screen.getByRole("searchbox", { name: "Search" }), "asha")

  await waitFor(() => expect(search()).toBe("?search=asha"), { timeout: 3000 })
})

test("new rows are shown on the first page", async () => {
  const { shown, search, user } = show("/?page=2", { ...done, data: {} }, ["Row"])

  await user.click(screen.getByRole("button", { name: "2 new parcels" }))

  expect(shown).toEqual(["new rows"])
  expect(search()).toBe("")
})

test("a load that failed is told, and the list can be refreshed", async () => {
  const { shown, user } = show("/", { ...done, data: undefined, error: new Error("no answer") })

  expect(screen.getByRole("heading", { name: "Failed to fetch parcels" })).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Refresh" }))

  expect(shown).toEqual(["renewed"])
})
