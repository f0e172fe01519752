import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { SupportLink } from "./support-link"

function leadsTo(whatsapp: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, { whatsapp } as Shop)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SupportLink orderId="AKS-7F3K">Contact Support</SupportLink>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return decodeURIComponent(screen.getByRole("link", { name: "Contact Support" }).getAttribute("href") ?? "")
}

test("support is a chat that names the order", () => {
  expect(leadsTo("+91 98765-43210")).toBe(
    "https://wa.me/919876543210?text=Namaste, I have a question about my order AKS-7F3K.",
  )
})

test("without a number it is the contact form with the order filled in", () => {
  expect(leadsTo("")).toBe("/contact?order=AKS-7F3K")
})
