import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter, Route, Routes } from "react-router-dom"
import { expect, test } from "vitest"
import { type PaymentStatus, paymentQuery } from "@/lib/payment-status"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { Component as PaymentPage } from "./payment-page"

const payment = {
  transactionId: "TXN1",
  orderId: "AKS-7F3K",
  status: "PENDING",
  amount: 500,
  products: [],
  steps: {},
  version: 1,
} as unknown as PaymentStatus

function open(address: string, outcome?: PaymentStatus["outcome"]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, { name: { en: "Akshamala", hi: "अक्षमाला" }, promises: {} } as Shop)
  if (outcome) client.setQueryData(paymentQuery("TXN1").queryKey, { ...payment, outcome })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/payment/status" element={<PaymentPage />} />
          <Route path="/order-confirmation/:transactionId" element={<PaymentPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const titles = () => [...document.head.querySelectorAll("title")].map(({ textContent }) => textContent)
const meta = (name: string) => document.head.querySelector(`meta[name=${name}]`)?.getAttribute("content")

test.each([
  ["success", "Payment Successful · Akshamala"],
  ["failed", "Payment Failed · Akshamala"],
  ["processing", "Payment Processing · Akshamala"],
  ["received", "Order Received · Akshamala"],
] as const)("the page of a payment that is %s is named by that alone", async (outcome, title) => {
  open("/order-confirmation/TXN1", outcome)

  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible()
  expect(titles()).toEqual([title])
  expect(meta("description")).toMatch(/^The status of your payment/)
  expect(meta("robots")).toBe("noindex")
})

test("a payment that is still looked for has a general name", () => {
  open("/order-confirmation/TXN1")

  expect(titles()).toEqual(["Payment · Akshamala"])
  expect(meta("robots")).toBe("noindex")
})

test("where a payment can be looked up the page says so", async () => {
  open("/payment/status")

  const heading = await screen.findByRole("heading", { level: 1 })
  expect(titles()).toEqual([`${heading.textContent} · Akshamala`])
  expect(meta("robots")).toBe("noindex")
})
