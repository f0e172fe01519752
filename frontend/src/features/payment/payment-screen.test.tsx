import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { PaymentScreen } from "./payment-screen"
import { type PaymentStatus, paymentQuery } from "./queries"

const payment = {
  transactionId: "TXN1",
  orderId: "AKS-7F3K",
  outcome: "success",
  status: "SUCCESS",
  fulfils: true,
  amount: 500,
  products: [],
  steps: {},
  version: 1,
} as unknown as PaymentStatus

test("a paid order is told so, and shopping goes on at the home page", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(paymentQuery("TXN1").queryKey, payment)

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PaymentScreen transactionId="TXN1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(await screen.findByText("Payment successful! Order placed successfully.")).toBeVisible()
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/")
})
