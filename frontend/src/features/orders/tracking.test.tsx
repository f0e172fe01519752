import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ComponentType } from "react"
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom"
import { expect, test } from "vitest"
import { ApiError, type Schemas } from "@/lib/api"
import { paymentQuery } from "@/lib/payment-status"
import { Component as OrderPage } from "./order-page"
import { orderQuery } from "./queries"
import { Component as TrackOrder } from "./track-order-page"
import { Component as TrackOrders } from "./track-orders-page"

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })

function show(Page: ComponentType, path: string, client = newClient()) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const Search = () => <p>{useLocation().search}</p>

test("a blank transaction id is named and cannot be sent", async () => {
  show(TrackOrder, "/track-order")

  await userEvent.type(screen.getByRole("textbox", { name: "Transaction ID" }), "  ")
  await userEvent.tab()

  expect(screen.getByText("Please enter a Transaction ID")).toBeVisible()
  expect(screen.getByRole("button", { name: "Track Order" })).toBeDisabled()
})

test.each([
  [new ApiError("", "NOT_FOUND", 404), "Failed to track order. Please check your Transaction ID."],
  [new ApiError("", "UNREADABLE", 502), "Failed to get order status"],
  [new ApiError("", "NETWORK", 0), "Failed to get order status"],
])("a payment that cannot be looked up for %o is told so", async (error, text) => {
  const client = newClient()
  const { queryKey } = paymentQuery("TXN1")
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) })

  show(TrackOrder, "/track-order?transactionId=TXN1", client)

  expect(screen.getByRole("alert")).toHaveTextContent(text)
})

test("support gets the id that was looked up in vain", async () => {
  const client = newClient()
  const { queryKey } = paymentQuery("TXN1")
  const unknown = new ApiError("", "NOT_FOUND", 404)
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(unknown) })

  show(TrackOrder, "/track-order?transactionId=TXN1", client)

  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/contact?order=TXN1")
})

test("the id of an order leads to its payment with the id", async () => {
  render(
    <QueryClientProvider client={newClient()}>
      <MemoryRouter initialEntries={["/track-order"]}>
        <Routes>
          <Route path="/track-order" element={<TrackOrder />} />
          <Route path="/payment/status" element={<Search />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

  await userEvent.type(screen.getByRole("textbox", { name: "Transaction ID" }), "aks-7f3k{Enter}")

  expect(await screen.findByText("?orderId=AKS-7F3K")).toBeVisible()
})

test("support gets the id of an order that is not found", async () => {
  const client = newClient()
  const { queryKey } = orderQuery("AKS-7F3K")
  const unknown = new ApiError("", "NOT_FOUND", 404)
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(unknown) })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/orders/AKS-7F3K"]}>
        <Routes>
          <Route path="/orders/:orderId" element={<OrderPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute(
    "href",
    "/contact?order=AKS-7F3K",
  )
})

test("orders that cannot be looked up by e-mail are told so", async () => {
  show(TrackOrders, "/track-orders")

  await userEvent.click(screen.getByRole("button", { name: "Track orders" }))
  expect(await screen.findByText("Please enter your email address")).toBeVisible()
  // Nothing answers here.
  await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "a@shop.example{Enter}")

  expect(await screen.findByText("Failed to track orders. Please try again.")).toBeVisible()
})

test("a payment that is found names its order, its pieces and its steps, in words", () => {
  const client = newClient()
  client.setQueryData(paymentQuery("TXN1").queryKey, {
    transactionId: "TXN1",
    orderId: "AKS-7F3K",
    outcome: "success",
    state: "COMPLETED",
    amount: 500,
    orderStatus: "confirmed",
    orderPaymentStatus: "paid",
    estimatedDelivery: "2026-12-03",
    pieces: [
      {
        title: "5 Mukhi Rudraksha",
        image: "",
        quantity: 1,
        options: "Nepal · Size: Regular",
      },
    ],
    steps: { received: "2026-11-26T06:00:00Z", paid: "2026-11-26T06:05:00Z" },
    version: 1,
  } as unknown as Schemas["PaymentStatusOut"])

  show(TrackOrder, "/track-order?transactionId=TXN1", client)

  expect(screen.getByRole("heading", { name: "Order AKS-7F3K" })).toBeVisible()
  expect(screen.getByText("Confirmed")).toBeVisible()
  expect(screen.getByText("5 Mukhi Rudraksha")).toBeVisible()
  expect(screen.getByText("Payment received")).toBeVisible()
  expect(screen.getByText("Completed")).toHaveAttribute("value", "COMPLETED")
  expect(screen.getByRole("link", { name: "See the order" })).toHaveAttribute("href", "/track-orders")
})

test("an order that will not be delivered shows no steps to come", () => {
  const client = newClient()
  client.setQueryData(paymentQuery("TXN1").queryKey, {
    transactionId: "TXN1",
    orderId: "AKS-7F3K",
    outcome: "failed",
    state: "FAILED",
    amount: 500,
    orderStatus: "cancelled",
    orderPaymentStatus: "failed",
    pieces: [],
    steps: { received: "2026-11-26T06:00:00Z" },
    version: 1,
  } as unknown as Schemas["PaymentStatusOut"])

  show(TrackOrder, "/track-order?transactionId=TXN1", client)

  expect(screen.getByText("Order received")).toBeVisible()
  expect(screen.queryByText("Delivered")).toBeNull()
})
