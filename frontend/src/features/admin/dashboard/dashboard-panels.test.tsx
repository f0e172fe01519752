import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { queryClient } from "@/lib/query-client"
import { profileQuery, type Right, type User, useSession } from "@/stores/session"
import { DashboardLinks, Instruments } from "./dashboard-panels"

const neha = (rights: Right[]): User => ({
  _id: "U1",
  name: "Neha",
  email: "neha@example.com",
  phone: "",
  role: "admin",
  rights,
  address: {},
  isAdmin: true,
  language: "en",
  hasPassword: false,
  version: 1,
})

function show(rights: Right[]) {
  queryClient.setQueryData(profileQuery.queryKey, neha(rights))
  useSession.setState({ session: "a token" })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DashboardLinks />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.queryAllByRole("link").map((link) => link.getAttribute("href"))
}

afterEach(() => {
  useSession.setState({ session: null })
  queryClient.clear()
})

test("the dashboard links to all six pages", () => {
  expect(show(["catalogue", "orders:read", "transactions", "users"])).toEqual([
    "/admin/products",
    "/admin/categories",
    "/admin/orders",
    "/admin/order-management",
    "/admin/transactions",
    "/admin/users",
  ])
})

test("the dashboard links only to permitted pages", () => {
  expect(show(["transactions"])).toEqual(["/admin/transactions"])
})

test("payments whose instrument is not known yet are listed under no provider's name", () => {
  render(<Instruments rows={[{ method: "PhonePe", total: 4, successful: 1, successRate: 25 }]} period={30} />)

  expect(screen.getByRole("rowheader", { name: "Not known yet" })).toBeVisible()
})
