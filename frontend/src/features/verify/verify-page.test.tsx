import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { MemoryRouter, Route, Routes } from "react-router-dom"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { type Certificate, certificateQuery } from "./queries"
import { Component as VerifyPage } from "./verify-page"

const certificate = {
  number: "AKS-1",
  lab: "Gem lab",
  issuedOn: "2026-05-01",
  origin: "Nepal",
  weight: 2.5,
  mukhi: 5,
  product: { slug: "five-mukhi", title: "Five Mukhi", picture: null },
  xray: null,
} as unknown as Certificate

function open(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, {
    name: { en: "Akshamala", hi: "अक्षमाला" },
    siteUrl: "https://shop.example",
    email: "",
  } as Shop)
  client.setQueryData(certificateQuery("aks-1").queryKey, certificate)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/verify" element={<VerifyPage />} />
          <Route path="/verify/:number" element={<VerifyPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const description = () => document.head.querySelector("meta[name=description]")?.getAttribute("content")
const canonical = () => document.head.querySelector("link[rel=canonical]")?.getAttribute("href") ?? null

test("the page where a number can be typed is listed", () => {
  open("/verify")

  expect(document.title).toBe("Verify a certificate · Akshamala")
  expect(canonical()).toBe("https://shop.example/verify")
})

test("a certificate's page is listed under its number as the certificate has it", () => {
  open("/verify/aks-1")

  expect(document.title).toBe("Verify a certificate AKS-1 · Akshamala")
  expect(description()).toMatch(/^Check the laboratory certificate AKS-1:/)
  expect(canonical()).toBe("https://shop.example/verify/AKS-1")
})

test("a number that is not ours is not listed", () => {
  open("/verify/unknown")

  expect(document.title).toBe("Verify a certificate · Akshamala")
  expect(document.head.querySelector("meta[name=robots]")).toHaveAttribute("content", "noindex")
  expect(canonical()).toBeNull()
})
