import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { shopQuery } from "@/lib/shop"
import type { ProductCard, Shop } from "@/lib/types"
import { categoriesQuery } from "./categories"
import { Component as HomePage } from "./home-page"
import { type Carousel, carouselQuery } from "./queries"

const product = {
  _id: "p1",
  slug: "5-mukhi",
  title: "5 Mukhi",
  shortDescription: "",
  mainImage: "",
  picture: null,
  price: 400,
  originalPrice: 500,
  discountPercentage: 20,
  rating: { average: 0, count: 0 },
  isOnSale: true,
  isAvailable: true,
} as unknown as ProductCard
const promises = {
  authentic: true,
  labCertified: true,
  moneyBackFactor: 5,
  deliveryDays: "3-5",
  freeShippingAbove: null,
  shippingFee: 0,
} as Shop["promises"]
const carousels: readonly Carousel[] = ["featured", "new-arrivals", "trending"]

/** Render the page from cached answers, without a request. */
async function show(answers: Partial<Record<Carousel, readonly ProductCard[]>>) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false } },
  })
  client.setQueryData(shopQuery.queryKey, { promises, social: {} } as Shop)
  client.setQueryData(categoriesQuery.queryKey, [])
  const lost = () => Promise.reject(new ApiError("", "NETWORK", 0))
  for (const carousel of carousels) {
    const { queryKey } = carouselQuery(carousel)
    const found = answers[carousel]
    if (found) client.setQueryData(queryKey, [...found])
    else await client.prefetchQuery({ queryKey, queryFn: lost })
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const titles = () => screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)

test("the home page has its lists, its reasons and its last word, and empty lists are left out", async () => {
  await show({ featured: [product], "new-arrivals": [product], trending: [] })

  expect(titles()).toEqual(["Featured", "New arrivals", "Why Akshamala", "Not sure which bead is yours?"])
  expect(screen.getByRole("link", { name: /^View All/ })).toHaveAttribute("href", "/products")
  for (const link of screen.getAllByRole("link", { name: "Find your bead" })) {
    expect(link).toHaveAttribute("href", "/rudraksh-recommendation")
  }
  expect(screen.getAllByRole("heading", { level: 3, name: /./ }).length).toBeGreaterThanOrEqual(4)
})

test("what is trending has a list of its own", async () => {
  await show({ featured: [], "new-arrivals": [], trending: [product] })

  expect(titles()).toContain("Trending now")
  expect(titles()).not.toContain("Featured")
})

test("a card tells the server's discount beside both prices", async () => {
  await show({ featured: [product], "new-arrivals": [], trending: [] })

  const card = within(screen.getByRole("article"))
  expect(card.getByText("20% off")).toBeVisible()
  expect(card.getByText("₹400")).toBeVisible()
  expect(card.getByText("₹500")).toBeVisible()
})

test("a list that cannot be loaded says so in its place, and the rest of the page stays", async () => {
  await show({ featured: [product], trending: [product] })

  const failed = screen.getAllByRole("alert")
  expect(failed).toHaveLength(1)
  expect(within(failed[0] as HTMLElement).getByRole("button", { name: "Try Again" })).toBeVisible()
  expect(screen.getAllByRole("article")).toHaveLength(2)
  expect(titles()).toContain("Why Akshamala")
})
