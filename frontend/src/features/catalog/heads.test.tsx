import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query"
import { render, waitFor } from "@testing-library/react"
import { MemoryRouter, Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { setLanguage } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { productQuery } from "@/lib/product"
import { shopQuery } from "@/lib/shop"
import type { Category, ProductDetail, Shop } from "@/lib/types"
import { Component as CategoryPage } from "./category-page"
import { Component as HomePage } from "./home-page"
import { readFilters } from "./list-filters"
import { Component as ListPage } from "./list-page"
import { Component as ProductPage } from "./product-page"
import { productsQuery } from "./products-query"
import { categoryQuery, homeQuery } from "./queries"

const shop = {
  siteUrl: "https://shop.example",
  name: { en: "Akshamala", hi: "अक्षमाला" },
  social: {},
  promises: { freeShipping: { en: "Free shipping on every order", hi: "हर ऑर्डर पर मुफ़्त डिलीवरी" } },
} as Shop
const fiveMukhi = {
  _id: "p1",
  slug: "five-mukhi",
  title: "Five Mukhi",
  shortDescription: "A bead for every day.",
  description: "Five faces.",
  longDescription: "",
  category: { _id: "c1", slug: "rudraksha", name: "Rudraksha" },
  price: 1250.5,
  rating: { average: 0, count: 0 },
  picture: null,
  pictures: [],
  images: [],
  specifications: {},
  customization: { origins: [], sizes: [], pendantOptions: [], xrayCertification: { available: false } },
  benefits: [],
  care: [],
  certificate: null,
  verse: null,
  heldUntil: null,
  contention: null,
  keywords: [],
  metaTitle: "",
  metaDescription: "",
  isShown: true,
  isAvailable: true,
  variants: [],
  sellable: 3,
  maxQuantity: 3,
} as unknown as ProductDetail
const found: Schemas["ProductPageData"] = {
  products: [],
  pagination: { page: 1, limit: 12, total: 30, totalPages: 3 },
  facets: { categories: [], priceBands: [], featured: 0, available: 0 },
  categories: [],
  mukhi: { fewest: 3, most: 12 },
  didYouMean: null,
}
const category = {
  _id: "c1",
  slug: "rudraksha",
  name: "Rudraksha",
  description: "Beads that grow on trees.",
  image: "",
  picture: { url: "/media/categories/rudraksha", width: 1600, height: 1600 },
} as Category

/** The page at this address, with what the API has answered. */
function open(address: string, answers: readonly (readonly [QueryKey, unknown])[] = []) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false } },
  })
  client.setQueryData(shopQuery.queryKey, shop)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/products" element={<ListPage />} />
          <Route path="/products/:slug" element={<ProductPage />} />
          <Route path="/category/:slug" element={<CategoryPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const openProduct = (product: Partial<ProductDetail> = {}) =>
  open("/products/five-mukhi", [[productQuery("five-mukhi").queryKey, { ...fiveMukhi, ...product }]])

const openList = (query = "", answer: Partial<Schemas["ProductPageData"]> = {}) => {
  const filters = readFilters(new URLSearchParams(query))
  return open(`/products?${query}`, [
    [productsQuery(filters).queryKey, { ...found, categories: filters.categories, ...answer }],
  ])
}

const meta = (name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content") ??
  null
const canonical = () => document.head.querySelector("link[rel=canonical]")?.getAttribute("href") ?? null
const structured = (type: string) =>
  [...document.querySelectorAll("script[type='application/ld+json']")]
    .map(({ textContent }) => JSON.parse(textContent ?? ""))
    .find((item) => item["@type"] === type)

afterEach(() => setLanguage("en"))

test("a product page says what it sells", () => {
  openProduct()

  expect(document.title).toBe("Five Mukhi · Akshamala")
  expect(meta("description")).toBe("A bead for every day. ₹1,250.50 at Akshamala.")
  expect(canonical()).toBe("https://shop.example/products/five-mukhi")
  expect(meta("og:type")).toBe("product")
  expect(meta("product:price:amount")).toBe("1250.50")
  expect(meta("og:image")).toBe("https://shop.example/pictures/share.webp")
  expect(meta("keywords")).toBeNull()
  expect(structured("Product").offers.price).toBe("1250.50")
})

test("a product has the head its form gives it, and keeps its own name", () => {
  openProduct({
    metaTitle: "Original 5 Mukhi Rudraksha",
    metaDescription: "Certified beads from Nepal.",
    keywords: ["rudraksha", "5 mukhi"],
  })

  expect(document.title).toBe("Original 5 Mukhi Rudraksha · Akshamala")
  expect(meta("og:title")).toBe("Original 5 Mukhi Rudraksha")
  expect(meta("description")).toBe("Certified beads from Nepal.")
  expect(meta("keywords")).toBe("rudraksha, 5 mukhi")
  expect(structured("Product").name).toBe("Five Mukhi")
})

test("the way to a product is described", () => {
  openProduct()

  const steps: { position: number; name: string; item: string }[] =
    structured("BreadcrumbList").itemListElement
  expect(steps.map(({ position, name, item }) => [position, name, item])).toEqual([
    [1, "Home", "https://shop.example/"],
    [2, "Products", "https://shop.example/products"],
    [3, "Five Mukhi", "https://shop.example/products/five-mukhi"],
  ])
})

test("a product that could not be loaded is not listed", async () => {
  const { container } = open("/products/five-mukhi")

  await waitFor(() => expect(meta("robots")).toBe("noindex"))
  expect(container.querySelector("[role=alert]")).not.toBeNull()
})

test("the front page describes the shop, as its beginning does, and its search", () => {
  const chapters = [
    { picture: "hero", name: "Rings", title: "", text: "Chosen by hand.", action: "", alt: "" } as const,
  ]
  const lists = { sections: [], featured: [], newArrivals: [], trending: [] }
  const own = "/media/products/hero.0123456789ab"
  open("/", [[homeQuery.queryKey, { ...lists, hero: own, chapters } satisfies Schemas["HomeData"]]])

  expect(document.title).toBe("Rings · Akshamala")
  expect(meta("description")).toBe("Chosen by hand.")
  expect(meta("og:image")).toBe(`https://shop.example${own}-1600.webp`)
  expect(canonical()).toBe("https://shop.example/")
  expect(structured("Organization").url).toBe("https://shop.example/")
  expect(structured("WebSite").potentialAction.target.urlTemplate).toBe(
    "https://shop.example/products?search={search_term_string}",
  )
})

test.each([
  ["en", { fewest: 3, most: 12 }, "All 30 pieces of Akshamala: rudraksha from 3 to 12 faces, malas"],
  ["en", { fewest: 5, most: 5 }, "All 30 pieces of Akshamala: 5 mukhi rudraksha, malas"],
  ["en", null, "All 30 pieces of Akshamala: rudraksha, malas"],
  ["hi", { fewest: 3, most: 12 }, "अक्षमाला के सभी 30 नग: 3 से 12 मुखी रुद्राक्ष, मालाएँ"],
] as const)("the list says in %s how many faces are on sale: %o", async (language, mukhi, expected) => {
  await setLanguage(language)
  openList("", { mukhi })

  expect(meta("description")).toContain(expected)
})

test("a list's further page has a number, its own address and neighbours", () => {
  openList("page=2", { pagination: { ...found.pagination, page: 2 } })

  expect(document.title).toBe("All products · page 2 · Akshamala")
  expect(canonical()).toBe("https://shop.example/products?page=2")
  expect(document.head.querySelector("link[rel=prev]")).toHaveAttribute(
    "href",
    "https://shop.example/products",
  )
  expect(document.head.querySelector("link[rel=next]")).toHaveAttribute(
    "href",
    "https://shop.example/products?page=3",
  )
})

test("a filtered list points to the whole one", () => {
  openList("sortBy=price-low&minPrice=100")

  expect(canonical()).toBe("https://shop.example/products")
})

test("results of a search are not listed", () => {
  openList("search=mala")

  expect(document.title).toBe("Results for “mala” · Akshamala")
  expect(meta("description")).toBe("What Akshamala has for “mala”.")
  expect([meta("robots"), canonical()]).toEqual(["noindex", null])
})

test("a category's page has its own name, words and picture", () => {
  const filters = { ...readFilters(new URLSearchParams("page=2")), categories: ["rudraksha"] }
  open("/category/rudraksha?page=2", [
    [categoryQuery("rudraksha").queryKey, category],
    [productsQuery(filters).queryKey, found],
  ])

  expect(document.title).toBe("Rudraksha · page 2 · Akshamala")
  expect(meta("description")).toBe("Beads that grow on trees.")
  expect(canonical()).toBe("https://shop.example/category/rudraksha?page=2")
  expect(meta("og:image")).toBe("https://shop.example/media/categories/rudraksha-800.webp")
})

test("a category without a description has the shop's", () => {
  open("/category/rudraksha", [[categoryQuery("rudraksha").queryKey, { ...category, description: "" }]])

  expect(meta("description")).toMatch(/^Rudraksha beads, malas/)
})
