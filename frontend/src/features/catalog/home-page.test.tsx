import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ApiError, type Schemas } from "@/lib/api"
import { shopQuery } from "@/lib/shop"
import type { ProductCard, Shop } from "@/lib/types"
import { categoriesQuery } from "./categories"
import { Component as HomePage } from "./home-page"
import { homeQuery } from "./queries"

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
  isOnSale: false,
  isAvailable: true,
} as unknown as ProductCard
const other = { ...product, _id: "p2", slug: "7-mukhi", title: "7 Mukhi" }
const promises = {
  authentic: true,
  labCertified: true,
  moneyBackFactor: 5,
  deliveryDays: "3-5",
  freeShippingAbove: null,
  freeShipping: { en: "Free shipping on every order", hi: "हर ऑर्डर पर मुफ़्त डिलीवरी" },
  shippingFee: 0,
} as Shop["promises"]

const chapter = (
  picture: Schemas["HomeChapter"]["picture"],
  title: string,
  more: Partial<Schemas["HomeChapter"]> = {},
) => ({ picture, name: "", title, text: "", action: "", alt: "", ...more })
const sections: Schemas["HomeData"]["sections"] = [
  "featured",
  "seed",
  "categories",
  "count",
  "newArrivals",
  "xray",
  "trending",
  "knot",
  "why",
  "blessing",
  "recommendation",
]
const chapters = [
  chapter("hero", "Bead by bead", { name: "Rudraksha", text: "Chosen", action: "Explore", alt: "Beads" }),
  chapter("seed", "It begins as a seed"),
  chapter("count", "Every face is counted", { action: "See every mukhi", alt: "A bead from above" }),
  chapter("xray", "What the eye cannot see"),
  chapter("knot", "Then it is strung"),
  chapter("blessing", "And it comes blessed"),
]

/** Render the page from cached answers, without a request; without lists they could not be fetched. */
async function show(lists?: Partial<Schemas["HomeData"]>, promised: Partial<Shop["promises"]> = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false } },
  })
  client.setQueryData(shopQuery.queryKey, {
    name: { en: "Akshamala", hi: "अक्षमाला" },
    promises: { ...promises, ...promised },
    social: {},
  } as Shop)
  client.setQueryData(categoriesQuery.queryKey, [])
  const { queryKey } = homeQuery
  const lost = () => Promise.reject(new ApiError("", "NETWORK", 0))
  if (lists)
    client.setQueryData(queryKey, {
      sections,
      hero: "",
      chapters,
      featured: [],
      newArrivals: [],
      trending: [],
      ...lists,
    })
  else await client.prefetchQuery({ queryKey, queryFn: lost })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const titles = async () => {
  // The chapters come lazily.
  await screen.findByRole("heading", { name: "It begins as a seed" }, { timeout: 10_000 })
  return headings()
}
const headings = () => screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)

test("the home page tells its story with products between the chapters", async () => {
  await show({ featured: [product], newArrivals: [other] })

  expect(await titles()).toEqual([
    "Featured",
    "It begins as a seed",
    "Every face is counted",
    "New arrivals",
    "What the eye cannot see",
    "Then it is strung",
    "Why Akshamala",
    "And it comes blessed",
    "Not sure which bead is yours?",
  ])
  expect(screen.getByRole("link", { name: /^View All/ })).toHaveAttribute("href", "/products")
  expect(screen.getByRole("link", { name: "See every mukhi" })).toHaveAttribute("href", "/rudraksha")
  const toRecommendation = screen.getAllByRole("link", { name: "Find your bead" })
  expect(toRecommendation).toHaveLength(2)
  for (const link of toRecommendation) expect(link).toHaveAttribute("href", "/rudraksh-recommendation")
})

test("a chapter about what the shop does not promise is left out", async () => {
  await show({ featured: [product] }, { labCertified: false, authentic: false })

  expect(await titles()).not.toContain("What the eye cannot see")
  expect(await titles()).not.toContain("And it comes blessed")
})

test("a chapter says what the shop published, as plain words", async () => {
  const evil = "<img src=x onerror=alert(1)> [x](javascript:alert(1))"
  await show({ chapters: [chapter("count", evil, { name: "New", text: evil, action: evil, alt: evil })] })

  const region = await screen.findByRole("region", { name: evil })
  expect(within(region).getByRole("link", { name: evil })).toHaveAttribute("href", "/rudraksha")
  expect(within(region).getByRole("img")).toHaveAttribute("alt", evil)
  expect(within(region).getByText("New")).toBeVisible()
  // A chapter the server does not send is left out.
  expect(headings()).not.toContain("It begins as a seed")
})

test("what is trending has a list of its own", async () => {
  await show({ trending: [product] })

  expect(await titles()).toContain("Trending now")
  expect(await titles()).not.toContain("Featured")
})

test("a card with a struck price shows the discount, in a sale or not", async () => {
  await show({ featured: [product], newArrivals: [{ ...other, isOnSale: true }] })

  const [plain, sale] = screen.getAllByRole("article").map((card) => within(card))
  expect(plain?.getByText("₹400")).toBeVisible()
  expect(plain?.getByText("₹500")).toBeVisible()
  expect(plain?.getByText("20% off")).toBeVisible()
  expect(sale?.getByText("20% off")).toBeVisible()
})

test("a card without reviews shows no rating", async () => {
  await show({ featured: [product], trending: [{ ...other, rating: { average: 4.5, count: 2 } }] })

  const [none, rated] = screen.getAllByRole("article").map((card) => within(card))
  expect(none?.queryByText("No reviews yet")).toBeNull()
  expect(rated?.getByText("Rated 4.5 out of 5 by 2 buyers")).toBeInTheDocument()
})

test("what cannot be loaded is told once, and the rest of the page stays", async () => {
  await show()

  const failed = screen.getAllByRole("alert")
  expect(failed).toHaveLength(1)
  expect(within(failed[0] as HTMLElement).getByRole("button", { name: "Try Again" })).toBeVisible()
  expect(await screen.findByRole("heading", { name: "Why Akshamala" })).toBeVisible()
  expect(headings()).toEqual(["Featured", "Why Akshamala", "Not sure which bead is yours?"])
})
