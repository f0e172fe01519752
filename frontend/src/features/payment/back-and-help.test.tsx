import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import type { PaymentStatus } from "@/lib/payment-status"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { Beside } from "./back-and-help"

const payment = { outcome: "failed", canRetry: false, orderId: "AKS-7F3K" } as PaymentStatus

function contacts(given: Partial<Shop>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const promises = { supportAnswerHours: 24 } as Shop["promises"]
  client.setQueryData(shopQuery.queryKey, { email: "", phone: "", whatsapp: "", promises, ...given } as Shop)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Beside payment={payment} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])
}

test("a failed payment names every way to the shop's people", () => {
  const given = { email: "care@shop.example", phone: "+91 98765 43210", whatsapp: "+91 98765-43210" }

  expect(contacts(given)).toEqual([
    ["WhatsApp", expect.stringMatching(/^https:\/\/wa\.me\/919876543210\?text=Namaste.*AKS-7F3K/)],
    ["care@shop.example", "mailto:care@shop.example"],
    ["+91 98765 43210", "tel:+919876543210"],
    ["Contact form", "/contact?order=AKS-7F3K"],
  ])
  expect(screen.getByText(/We answer within 24 hours/)).toBeInTheDocument()
})

test("the contact form is there without any other way", () => {
  expect(contacts({})).toEqual([["Contact form", "/contact?order=AKS-7F3K"]])
})
