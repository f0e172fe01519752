import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import type { ComponentProps } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, expect, test } from "vitest"
import { setLanguage } from "@/i18n"
import { shopQuery } from "@/lib/shop"
import type { Shop } from "@/lib/types"
import { PageHead } from "./page-head"

const shop = { siteUrl: "https://shop.example", name: { en: "Akshamala", hi: "अक्षमाला" } } as Shop

function page(props: ComponentProps<typeof PageHead>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, shop)
  return (
    <QueryClientProvider client={client}>
      <PageHead {...props} />
    </QueryClientProvider>
  )
}

const meta = (name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content") ??
  null
const link = (rel: string) => document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute("href") ?? null

afterEach(() => setLanguage("en"))

test("a page is named with the shop, and the shop's own page by the shop alone", () => {
  const { rerender } = render(page({ title: "Wishlist" }))
  expect(document.title).toBe("Wishlist · Akshamala")

  rerender(page({}))
  expect(document.title).toBe("Akshamala")
})

test("a page that is somebody's own has its title alone and is not listed", () => {
  render(page({ title: "Wishlist" }))

  expect(meta("robots")).toBe("noindex")
  expect(link("canonical")).toBeNull()
  expect(meta("og:title")).toBeNull()
})

test("a listed page names its address in both languages", () => {
  render(page({ title: "Five Mukhi", canonical: "/products/five-mukhi" }))

  expect(meta("robots")).toBeNull()
  expect(link("canonical")).toBe("https://shop.example/products/five-mukhi")
  expect(meta("og:url")).toBe("https://shop.example/products/five-mukhi")
  const alternates = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=alternate]")]
  expect(Object.fromEntries(alternates.map(({ hreflang, href }) => [hreflang, href]))).toEqual({
    en: "https://shop.example/products/five-mukhi",
    hi: "https://shop.example/products/five-mukhi?lang=hi",
    "x-default": "https://shop.example/products/five-mukhi",
  })
})

test("the Hindi page is its own address", async () => {
  await setLanguage("hi")

  render(page({ title: "सभी उत्पाद", canonical: "/products?page=2", previous: "/products" }))

  expect(document.title).toBe("सभी उत्पाद · अक्षमाला")
  expect(link("canonical")).toBe("https://shop.example/products?page=2&lang=hi")
  expect(link("prev")).toBe("https://shop.example/products?lang=hi")
  expect(link("next")).toBeNull()
  expect(meta("og:locale")).toBe("hi_IN")
  expect(meta("og:site_name")).toBe("अक्षमाला")
})

test("previews of a link show the page's title, description and picture, or the shop's picture", () => {
  const picture = { url: "/media/products/bead", width: 1600, height: 1600 }
  const { rerender } = render(page({ title: "Five Mukhi", description: "A bead.", image: picture }))
  expect(meta("og:title")).toBe("Five Mukhi")
  expect(meta("og:description")).toBe("A bead.")
  expect(meta("og:type")).toBe("website")
  expect(meta("og:locale")).toBe("en_IN")
  expect(meta("og:image")).toBe("https://shop.example/media/products/bead-800.webp")
  expect(meta("twitter:card")).toBe("summary_large_image")

  const elsewhere = { ...picture, url: "https://cdn.example/products/bead" }
  rerender(page({ title: "Five Mukhi", description: "A bead.", image: elsewhere }))
  expect(meta("og:image")).toBe("https://cdn.example/products/bead-800.webp")

  rerender(page({ title: "Five Mukhi", description: "A bead.", image: null }))
  expect(meta("og:image")).toBe("https://shop.example/pictures/share.webp")
})

test("a product's page tells its price", () => {
  render(page({ title: "Five Mukhi", canonical: "/products/five-mukhi", type: "product", price: 1250.5 }))

  expect(meta("og:type")).toBe("product")
  expect(meta("product:price:amount")).toBe("1250.50")
  expect(meta("product:price:currency")).toBe("INR")
})

test("a description is one line of at most 160 characters that ends at a word", () => {
  const { rerender } = render(page({ title: "Beads", description: "Certified\n beads from Nepal." }))
  expect(meta("description")).toBe("Certified beads from Nepal.")

  rerender(page({ title: "Beads", description: "bead ".repeat(60) }))
  expect(meta("description")).toMatch(/ bead…$/)
  expect(meta("description")?.length).toBeLessThanOrEqual(160)
})

test("keywords are as many as 250 characters hold, and none are not named", () => {
  const keywords = [
    "rudraksha",
    ...Array.from({ length: 30 }, (_, index) => `word ${index} ${"x".repeat(31)}`),
  ]
  const { rerender } = render(page({ title: "Beads", canonical: "/", keywords }))
  expect(meta("keywords")).toMatch(/^rudraksha, word 0 x.*x$/)
  expect(meta("keywords")?.length).toBeLessThanOrEqual(250)

  rerender(page({ title: "Beads", canonical: "/", keywords: [] }))
  expect(meta("keywords")).toBeNull()
})

test("the next page's head takes the place of this one's", () => {
  const { rerender } = render(
    <div key="1">{page({ title: "Home", description: "Beads.", canonical: "/" })}</div>,
  )
  rerender(<div key="2">{page({ title: "Cart" })}</div>)

  expect([...document.head.querySelectorAll("title")].map(({ textContent }) => textContent)).toEqual([
    "Cart · Akshamala",
  ])
  expect([meta("description"), link("canonical"), meta("robots")]).toEqual([null, null, "noindex"])
})

test("whatever a product is called stays text in the server's document", () => {
  const hostile = "</script><script>alert('रुद्र')</script>\"&'"
  const structured = () => [{ "@type": "Product", name: hostile }]

  const html = renderToString(page({ title: hostile, description: hostile, canonical: "/odd", structured }))

  const parsed = new DOMParser().parseFromString(html, "text/html")
  expect(parsed.title).toBe(`${hostile} · Akshamala`)
  expect(parsed.querySelector("meta[name=description]")?.getAttribute("content")).toBe(hostile)
  const scripts = [...parsed.querySelectorAll("script")]
  expect(scripts.map(({ type }) => type)).toEqual(["application/ld+json"])
  expect(JSON.parse(scripts[0]?.textContent ?? "")).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: hostile,
  })
})
