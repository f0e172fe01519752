import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import { profileQuery, type User, useSession } from "@/stores/session"
import { CommandPalette } from "./command-palette"
import { type PaletteResults, paletteQuery } from "./queries"

const RIGHTS: User["rights"] = ["orders:read", "transactions", "support"]
const STAFF: User = {
  _id: "U1",
  name: "Sample Support",
  email: "support@shop.example",
  phone: "",
  address: {},
  isAdmin: false,
  role: "support",
  rights: RIGHTS,
  language: "en",
  hasPassword: false,
  version: 1,
}
const FOUND: PaletteResults = {
  orders: [{ orderId: "AKS-1", name: "Asha Rao", status: "confirmed", amount: 350 }],
  customers: [],
  tickets: [],
  transactions: [],
}

test("pages and what is found stand in their groups, each with its address", async () => {
  await loadTexts("admin")
  // The answer that renews the found rows stays on its way.
  const client = new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: 3_600_000 } } })
  useSession.setState({ session: "session-1" })
  client.setQueryData(profileQuery.queryKey, STAFF)
  client.setQueryData(paletteQuery("order", RIGHTS).queryKey, FOUND)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CommandPalette open onOpenChange={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  await userEvent.type(screen.getByRole("combobox"), "order")

  const orders = within(await screen.findByRole("group", { name: "Orders" }))
  const order = orders.getByRole("option")
  expect(order).toHaveTextContent("AKS-1 · Asha Rao")
  expect(order).toHaveTextContent("₹350")
  expect(order).toHaveTextContent("Confirmed")
  expect(order).toHaveAttribute("href", "/admin/orders/AKS-1")
  const pages = within(screen.getByRole("group", { name: "Pages" }))
  expect(pages.getByRole("option", { name: "Orders" })).toHaveAttribute("href", "/admin/orders")
  expect(screen.queryByRole("group", { name: "Customers" })).toBeNull()
})
