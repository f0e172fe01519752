import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { Component as RecommendationPage } from "./recommendation-page"

test.each(["", "?sign=nonsense"])("the form's page is listed without a sign (%s)", (query) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, {
    name: { en: "Akshamala", hi: "अक्षमाला" },
    siteUrl: "https://shop.example",
  } as Shop)

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/rudraksh-recommendation${query}`]}>
        <RecommendationPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(document.title).toBe("Find your rudraksha · Akshamala")
  expect(document.head.querySelector("meta[name=description]")?.getAttribute("content")).toMatch(
    /^Tell us when/,
  )
  expect(document.head.querySelector("link[rel=canonical]")).toHaveAttribute(
    "href",
    "https://shop.example/rudraksh-recommendation",
  )
})
