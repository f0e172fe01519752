import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { Component as DocumentPage } from "./document-page"
import { documentQuery } from "./queries"

const shop = {
  siteUrl: "https://shop.example",
  name: { en: "Akshamala", hi: "अक्षमाला" },
  social: {},
  promises: { returnDays: 7 },
} as Shop

function open(name: string, title: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, shop)
  client.setQueryData(documentQuery(name).queryKey, {
    name,
    title,
    lead: "In plain words.",
    updatedMonth: "",
    updated: "",
    sections: [],
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/${name}`]}>
        <DocumentPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const structured = () =>
  [...document.querySelectorAll("script[type='application/ld+json']")].map(({ textContent }) =>
    JSON.parse(textContent ?? ""),
  )

test("a fixed page has its own title, lead and address", () => {
  open("terms", "Terms")

  expect(document.title).toBe("Terms · Akshamala")
  expect(document.head.querySelector("meta[name=description]")).toHaveAttribute("content", "In plain words.")
  expect(document.head.querySelector("link[rel=canonical]")).toHaveAttribute(
    "href",
    "https://shop.example/terms",
  )
})

test("a fixed page is described with the seller and the way to it", () => {
  open("about", "About us")

  expect(structured().map((item) => item["@type"])).toEqual(["AboutPage", "Organization", "BreadcrumbList"])
  expect(structured()[1]).not.toHaveProperty("hasMerchantReturnPolicy")
})

test("the page on returns describes what is taken back", () => {
  open("returns", "Returns")

  expect(structured()[1].hasMerchantReturnPolicy.merchantReturnDays).toBe(7)
})
