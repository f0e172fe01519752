import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { expect, test } from "vitest"
import type { Schemas } from "@/lib/api"
import { z } from "@/lib/zod"
import { listFilters, oneOf, pageNumber, text } from "./list-filters"
import { ListPage } from "./list-page"
import { savedViewsQuery } from "./saved-views-query"
// Loaded by the page when it is opened, which takes longer than a test waits.
import "./saved-views-dialog"
import type { LoadedQuery } from "./table/loaded"

const list = listFilters(
  z.object({ status: oneOf(["open", "closed"], "open"), search: text(), page: pageNumber() }),
)
const done = { error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }

function show(
  address: string,
  query: LoadedQuery<unknown>,
  rows: readonly string[] = [],
  views: Schemas["SavedViewOut"][] = [],
) {
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
  const client = new QueryClient()
  client.setQueryData(savedViewsQuery.queryKey, { views })
  const router = createMemoryRouter([{ path: "/", Component: Page }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
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

const view = (name: string, query: string, path = "/") => ({ _id: `V-${name}`, name, path, query })

test("saved views of this list are links; the one with the current filters is marked", () => {
  show(
    "/?search=asha&page=3",
    { ...done, data: {} },
    ["Row"],
    [
      view("Asha", "search=asha"),
      view("Closed ones", "status=closed"),
      view("Of another list", "", "/admin/users"),
    ],
  )

  const links = within(screen.getByRole("navigation", { name: "Saved views" })).getAllByRole("link")
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Asha", "/?search=asha"],
    ["Closed ones", "/?status=closed"],
  ])
  expect(links.map((link) => link.getAttribute("aria-current"))).toEqual(["page", null])
})

test("a view sets nothing but filters that the list has", () => {
  show("/", { ...done, data: {} }, ["Row"], [view("Odd", "status=burnt&search=x&user=U1&page=9&__proto__=1")])

  expect(screen.getByRole("link", { name: "Odd" })).toHaveAttribute("href", "/?search=x")
})

test("without a filter there is nothing to save, and saved views can be renamed by keyboard", async () => {
  const { user } = show("/", { ...done, data: {} }, ["Row"], [view("Asha", "search=asha")])

  await user.click(screen.getByRole("button", { name: "Saved views" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Saved views" }))
  expect(dialog.queryByRole("button", { name: "Save the current filters" })).toBeNull()
  // The dialog's own focus comes a moment after it is shown.
  await waitFor(() => expect(dialog.getByRole("button", { name: "Close" })).toHaveFocus())
  await user.tab()
  while (!dialog.getByRole("button", { name: "Rename Asha" }).matches(":focus")) await user.tab()
  await user.keyboard("{Enter}")
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveFocus()
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Asha")
  await user.clear(dialog.getByRole("textbox", { name: "Name" }))
  await user.keyboard("{Enter}")

  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Please enter a name")
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveFocus()
})

test("the current filters need a name to be saved", async () => {
  const { user } = show("/?search=asha", { ...done, data: {} }, ["Row"])

  await user.click(screen.getByRole("button", { name: "Saved views" }))
  const save = await screen.findByRole("button", { name: "Save the current filters" })
  await user.type(screen.getByRole("textbox", { name: "Name" }), "  ")
  await user.click(save)

  expect(screen.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Please enter a name")
})
