import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { storeAccess } from "@/lib/order-access"
import { useSession } from "@/stores/session"
import { NewestPaymentRedirect } from "./newest-payment-redirect"

/** Render an order without a payment, as whoever has proven by `secret` that it is theirs sees it. */
function renderUnpaid(secret: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(["me", "payments-of", "AKS-1", secret], { orderId: "AKS-1", payments: [] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NewestPaymentRedirect orderId="AKS-1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole("link")
}

test("a guest's unpaid order is seen without a login", () => {
  useSession.setState({ session: null })
  storeAccess(["AKS-1"], "proof")

  expect(renderUnpaid("proof")).toHaveAttribute("href", "/order/AKS-1")
})

test("a customer sees it among their own", () => {
  useSession.setState({ session: "session-1" })

  expect(renderUnpaid("")).toHaveAttribute("href", "/orders/AKS-1")
})
