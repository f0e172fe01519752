import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import type { PaymentStatus } from "@/lib/payment-status"
import { TrackOrder } from "./actions"

const link = "https://shop.example/order/AKS-1?key=secret"
const payment = { orderId: "AKS-1", transactionId: "TXN-1" } as PaymentStatus

afterEach(() => sessionStorage.clear())

function trackOrderLink(stored?: Record<string, unknown>) {
  if (stored) sessionStorage.setItem("phonepePaymentData", JSON.stringify(stored))
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
  expect(trackOrderLink({ ...payment, amount: 499, orderLink: link })).toBe("/order/AKS-1?key=secret")
})

test.each([
  ["nothing", undefined],
  ["a payment without a link", { ...payment, amount: 499 }],
  ["another order's link", { orderId: "AKS-2", transactionId: "TXN-2", orderLink: link.replace("1", "2") }],
  ["a link to elsewhere", { ...payment, orderLink: "https://evil.example/order/AKS-1/../../login" }],
  ["no text", { ...payment, orderLink: 5 }],
])("a guest whose session storage holds %s follows the payment's number", (_, stored) => {
  expect(trackOrderLink(stored)).toBe("/track-order?transactionId=TXN-1")
})
