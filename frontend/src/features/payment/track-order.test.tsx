import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { TrackOrder } from "./actions"
import type { PaymentStatus } from "./queries"

const link = "https://shop.example/order/AKS-1?key=secret"
const payment = { orderId: "AKS-1", transactionId: "TXN-1" } as PaymentStatus

afterEach(() => sessionStorage.clear())

function wayOn(kept?: Record<string, unknown>) {
  if (kept) sessionStorage.setItem("phonepePaymentData", JSON.stringify(kept))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TrackOrder payment={payment} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole("link", { name: "Track Order" }).getAttribute("href")
}

test("a guest who ordered in this tab goes to their private link", () => {
  expect(wayOn({ ...payment, amount: 499, orderLink: link })).toBe("/order/AKS-1?key=secret")
})

test.each([
  ["nothing", undefined],
  ["a payment without a link", { ...payment, amount: 499 }],
  ["another order's link", { orderId: "AKS-2", transactionId: "TXN-2", orderLink: link.replace("1", "2") }],
  ["a link to elsewhere", { ...payment, orderLink: "https://evil.example/order/AKS-1/../../login" }],
  ["no text", { ...payment, orderLink: 5 }],
])("a guest whose tab has kept %s follows the payment's number", (_, kept) => {
  expect(wayOn(kept)).toBe("/track-order?transactionId=TXN-1")
})
