import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import type { ReactNode } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { guestOrdersQuery } from "@/lib/guest-orders"
import { profileQuery, type User, useSession } from "@/stores/session"
import { OrderActions } from "./order-actions"
import { OrderSide } from "./order-side"
import { Component as OrdersPage } from "./orders-page"
import { ordersQuery, type WholeOrder } from "./queries"

const order = {
  orderId: "AKS-7F3K",
  view: "owner",
  version: 3,
  items: [],
  itemsTotal: 1000,
  subtotal: 1000,
  tax: 180,
  shippingCost: 50,
  shippingTax: 0,
  discount: 100,
  discountCode: null,
  totalAmount: 1130,
  pricesIncludeTax: false,
  currency: "INR",
  paymentStatus: "paid",
  paymentId: "TXN1",
  invoice: { number: "INV/1", url: "/api/invoices/1" },
  shippingAddress: { name: "", street: "", city: "", state: "", pincode: "", phone: "", email: "" },
  canPay: true,
  canCancel: true,
  canReturn: { until: "2026-12-01", items: [] },
  canClaim: { factor: 5, items: [] },
  claims: [],
  canAdopt: false,
} as unknown as WholeOrder

const newClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false } },
  })

function show(children: ReactNode, client = newClient()) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
}

test("an order's sums are those stored with it, and its invoice and refunds stand beside them", () => {
  const client = newClient()
  client.setQueryData(["me", "order", "AKS-7F3K", "refunds", "", 3], {
    refunded: 0,
    refunds: [
      { refundId: "R1", amount: 105, status: "pending", reason: "", requestedAt: "2026-11-20T10:00:00Z" },
    ],
  })

  show(<OrderSide order={order} secret={null} />, client)

  for (const [label, sum] of [
    ["Subtotal", "₹1,000"],
    ["Shipping", "₹50"],
    ["Discount", "−₹100"],
    ["Total", "₹1,130"],
  ] as const) {
    expect(screen.getByText(label).nextSibling).toHaveTextContent(sum)
  }
  expect(screen.getByText("₹180")).toBeVisible()
  expect(screen.getByRole("button", { name: "Download invoice" })).toBeEnabled()
  expect(screen.getByText(/₹105/)).toBeVisible()
})

test("what can be done about an order is offered on its page", () => {
  show(<OrderActions order={order} secret={null} />)

  for (const name of [
    "Pay ₹1,130",
    "Return or replace",
    "Cancel order",
    "Proven fake? Claim 5 times the price",
  ]) {
    expect(screen.getByRole("button", { name })).toBeEnabled()
  }
})

test("what can no longer be done is not offered", () => {
  const done = { ...order, canPay: false, canCancel: false, canReturn: null, canClaim: null }
  show(<OrderActions order={done} secret={null} />)

  expect(screen.queryByRole("button")).toBeNull()
})

test("orders that cannot be loaded are not told as none", async () => {
  const client = newClient()
  client.setQueryData(profileQuery.queryKey, { _id: "U1", email: "a@shop.example" } as User)
  client.setQueryData(guestOrdersQuery.queryKey, [])
  await client.prefetchQuery({
    queryKey: ordersQuery(1).queryKey,
    queryFn: () => Promise.reject(new ApiError("", "UNREADABLE", 502)),
  })
  useSession.setState({ session: "t" })

  show(<OrdersPage />, client)

  expect(await screen.findByRole("alert")).toHaveTextContent("Your orders could not be loaded.")
  expect(screen.getByRole("button", { name: "Try Again" })).toBeEnabled()
  expect(screen.queryByText("No orders yet")).toBeNull()
  useSession.setState({ session: null })
})
