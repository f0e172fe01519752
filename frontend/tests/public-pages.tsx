import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ComponentType, type ReactNode, StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { I18nextProvider } from "react-i18next"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { BrowserOnly } from "@/app/browser-only"
import { Footer } from "@/app/footer"
import { Header } from "@/app/header"
import { Component as NotFoundPage } from "@/app/not-found-page"
import { Support } from "@/app/support"
import { categoriesQuery } from "@/features/catalog/categories"
import { Component as CategoryPage } from "@/features/catalog/category-page"
import { Component as HomePage } from "@/features/catalog/home-page"
import { readFilters } from "@/features/catalog/list-filters"
import { Component as ListPage } from "@/features/catalog/list-page"
import { Component as MukhiPage } from "@/features/catalog/mukhi-page"
import { Assurances, CertificateBox, ProductBelow, Sharing } from "@/features/catalog/product-below"
import { Component as ProductPage } from "@/features/catalog/product-page"
import { productsQuery } from "@/features/catalog/products-query"
import { carouselQuery, categoryQuery, homeQuery, mukhiQuery, relatedQuery } from "@/features/catalog/queries"
import { signsQuery } from "@/features/guidance/queries"
import { Component as RecommendationPage } from "@/features/guidance/recommendation-page"
import { Component as ContactPage } from "@/features/pages/contact-page"
import { Component as DocumentPage } from "@/features/pages/document-page"
import { documentQuery } from "@/features/pages/queries"
import { Component as PaymentPage } from "@/features/payment/payment-page"
import { certificateQuery } from "@/features/verify/queries"
import { Component as VerifyPage } from "@/features/verify/verify-page"
import { i18n } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { paymentQuery } from "@/lib/payment-status"
import { productQuery } from "@/lib/product"
import { shopQuery } from "@/lib/shop"

const product: Schemas["ProductOut"] = {
  _id: "p1",
  slug: "5-mukhi",
  ratedByBuyers: false,
  title: "5 Mukhi",
  shortDescription: "A bead with five faces",
  price: 400,
  originalPrice: 500,
  discountPercentage: 20,
  mainImage: "",
  picture: null,
  category: { _id: "c1", slug: "rudraksha", name: "Rudraksha" },
  rating: { average: 4.5, count: 2 },
  isFeatured: true,
  hasVariants: false,
  sku: "",
  optionNames: [],
  variants: [],
  isOnSale: true,
  sellable: 0,
  sellableIsMore: false,
  isAvailable: false,
  description: "A bead",
  longDescription: "A bead from Nepal",
  images: [],
  pictures: [],
  turntable: null,
  mukhi: 5,
  certificate: { number: "AKS-1", lab: "A laboratory", issuedOn: "2026-05-01", verifyUrl: "" },
  specifications: { origin: "Nepal" } as Schemas["Specifications"],
  customization: {
    origins: [],
    xrayCertification: { available: false, price: 0, description: { en: "", hi: "" } },
    pendantOptions: [],
    sizes: [],
  },
  benefits: ["calm"],
  care: ["oil it"],
  verse: null,
  metaTitle: "",
  metaDescription: "",
  keywords: [],
  maxQuantity: 0,
  // Another buyer's, so that the page counts down.
  heldUntil: "2027-01-01T18:03:00Z",
  contention: {
    paying: 1,
    payingIsMore: false,
    pieces: 1,
    piecesIsMore: false,
    knownBy: "2027-01-01T18:03:00Z",
  },
  isShown: true,
  version: 1,
  createdAt: "2026-01-01T00:00:00Z",
}

const shop = {
  name: { en: "Akshamala", hi: "अक्षमाला" },
  legalName: "Akshamala Private Limited",
  address: "A street\nA town",
  email: "shop@example.com",
  phone: "+91 99999 99999",
  whatsapp: "+91 99999 99999",
  grievanceOfficer: "An officer",
  gstin: "",
  social: {},
  openingHours: null,
  promises: {
    deliveryDays: "3-5",
    deliveryPromiseDays: 7,
    returnDays: 7,
    freeShippingAbove: null,
    freeShipping: { en: "Free shipping on every order", hi: "हर ऑर्डर पर मुफ़्त डिलीवरी" },
    shippingFee: 0,
    authentic: true,
    labCertified: true,
    moneyBackFactor: 5,
    supportAroundTheClock: true,
    supportAnswerHours: 24,
    paymentSupportHours: 24,
    confirmationMailMinutes: "5",
    mailLateMinutes: 15,
    confirmationMailHours: 2,
  },
  siteUrl: "https://shop.example",
  pricesIncludeTax: true,
  chargesTax: true,
  onlyState: "",
  mark: "",
  isSample: false,
} satisfies Schemas["ShopOut"]

const category: Schemas["CategoryOut"] = {
  _id: "c1",
  slug: "rudraksha",
  name: "Rudraksha",
  description: "",
  image: "",
  picture: null,
  icon: "",
  isFeatured: false,
  productCount: 1,
}

const found: Schemas["ProductPageData"] = {
  products: [product],
  pagination: { page: 1, limit: 12, total: 1, totalPages: 1 },
  facets: { categories: [], priceBands: [], featured: 0, available: 0 },
  categories: [],
  didYouMean: null,
  mukhi: null,
}

const payment = {
  transactionId: "TXN1",
  orderId: "AKS-7F3K",
  outcome: "processing",
  amount: 500,
  products: [],
  steps: { received: "2026-11-21T20:00:00Z" },
  initiatedAt: "2026-11-21T20:00:00Z",
  checkedAt: "2026-11-21T20:01:00Z",
  answeredAt: "2026-11-21T20:01:10Z",
  nextCheckAt: "2026-11-21T20:01:30Z",
  expiresAt: "2026-11-21T20:15:00Z",
  version: 1,
} as unknown as Schemas["PaymentStatusOut"]

const certificate: Schemas["CertificateOut"] = {
  number: "AKS-1",
  product: { slug: "5-mukhi", title: "5 Mukhi", picture: null },
  mukhi: 5,
  origin: "Nepal",
  weight: 2.125,
  lab: "A laboratory",
  issuedOn: "2026-05-01",
  xray: null,
  isSample: false,
  isVoid: false,
}

const pageNamed = (name: string): Schemas["DocumentOut"] => ({
  name,
  title: "About us",
  lead: "Who we are",
  updatedMonth: "2026-05",
  updated: "May 2026",
  sections: [{ id: "one", title: "One", picture: "", pictureAlt: "", blocks: [] }],
})

/** What the server has read for its pages; nothing more is asked for. */
function answers() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, enabled: false } },
  })
  client.setQueryData(shopQuery.queryKey, shop)
  client.setQueryData(categoriesQuery.queryKey, [category])
  client.setQueryData(categoryQuery("rudraksha").queryKey, category)
  client.setQueryData(homeQuery.queryKey, {
    sections: ["featured", "count", "newArrivals", "recommendation"],
    hero: "",
    chapters: [
      {
        picture: "hero",
        name: "Rudraksha · Malas",
        title: "Bead by bead",
        text: "Every piece is looked at.",
        action: "Explore",
        alt: "Beads on a light ground",
      },
      {
        picture: "count",
        name: "The count",
        title: "Every face is counted",
        text: "By hand",
        action: "See every mukhi",
        alt: "A bead from above",
      },
    ],
    featured: [product],
    newArrivals: [product],
    trending: [product],
  })
  client.setQueryData(mukhiQuery.queryKey, [
    {
      faces: 5,
      product,
      priceFrom: 350,
      millimetres: { smallest: 18, largest: 21 },
      specifications: {
        deity: "Kalagni Rudra",
        planet: "Jupiter",
        mantra: "Om Hrim Namah",
        size: "18–21 mm",
      } as Schemas["Specifications"],
    },
  ])
  for (const carousel of ["featured", "trending"] as const)
    client.setQueryData(carouselQuery(carousel).queryKey, [product])
  for (const categories of [[], ["rudraksha"]])
    client.setQueryData(productsQuery({ ...readFilters(new URLSearchParams()), categories }).queryKey, found)
  client.setQueryData(productQuery("5-mukhi").queryKey, product)
  client.setQueryData(relatedQuery("5-mukhi").queryKey, [product])
  client.setQueryData(paymentQuery("TXN1").queryKey, payment)
  client.setQueryData(certificateQuery("AKS-1").queryKey, certificate)
  client.setQueryData(signsQuery().queryKey, { signs: [], services: [] })
  for (const name of ["about", "contact"]) client.setQueryData(documentQuery(name).queryKey, pageNamed(name))
  return client
}

/** A page with what the server has read for it. */
export const pageOf = (Component: ComponentType, path: string, address: string) => (
  <StrictMode>
    <QueryClientProvider client={answers()}>
      <I18nextProvider i18n={i18n}>
        <RouterProvider
          router={createMemoryRouter([{ path, element: <Component /> }], { initialEntries: [address] })}
        />
      </I18nextProvider>
    </QueryClientProvider>
  </StrictMode>
)

const Below = () => (
  <>
    <Sharing slug={product.slug} title={product.title} />
    <CertificateBox product={product} />
    <Assurances custom={false} />
    <ProductBelow product={product} />
  </>
)
const Own = () => <BrowserOnly />

/** What React writes where a part still waits for its code. */
const WAITS = "<!--$!-->"

/**
 * A page's HTML as the server writes it, with all of its parts.
 *
 * In one go, once their code is here: React's browser renderer, which the tests use as well, shares its contexts.
 */
export async function serverHtml(page: () => ReactNode): Promise<string> {
  const html = renderToString(page())
  if (!html.includes(WAITS)) return html
  await new Promise((next) => setTimeout(next, 20))
  return serverHtml(page)
}

type Page = [name: string, Component: ComponentType, path: string, address: string]

/** What the server renders: each public page, and what stands around it. */
export const publicPages: Page[] = [
  ["the header", Header, "/products/:slug", "/products/5-mukhi"],
  ["the footer", Footer, "/", "/"],
  ["the support button", Support, "/payment/status", "/payment/status?status=x"],
  ["the home page", HomePage, "/", "/"],
  ["every mukhi", MukhiPage, "/rudraksha", "/rudraksha"],
  ["beads side by side", MukhiPage, "/rudraksha", "/rudraksha?faces=5"],
  ["the list of products", ListPage, "/products", "/products"],
  ["a category", CategoryPage, "/category/:slug", "/category/rudraksha"],
  ["a product", ProductPage, "/products/:slug", "/products/5-mukhi"],
  ["what stands below a product", Below, "/products/:slug", "/products/5-mukhi"],
  ["the certificates", VerifyPage, "/verify", "/verify"],
  ["a certificate", VerifyPage, "/verify/:number", "/verify/AKS-1"],
  ["the recommendation", RecommendationPage, "/rudraksh-recommendation", "/rudraksh-recommendation"],
  ["a fixed page", DocumentPage, "/about", "/about"],
  ["the contact form", ContactPage, "/contact", "/contact?order=AKS-7F3K"],
  ["a payment", PaymentPage, "/order-confirmation/:transactionId", "/order-confirmation/TXN1"],
  ["a payment that only this tab knows", PaymentPage, "/payment/status", "/payment/status?status=x"],
  ["an order's payment", PaymentPage, "/payment/status", "/payment/status?orderId=AKS-7F3K"],
  ["the search for a payment", PaymentPage, "/payment/status", "/payment/status"],
  ["a page that is none", NotFoundPage, "*", "/nowhere"],
  ["a page for whoever is logged in", Own, "*", "/profile"],
]
