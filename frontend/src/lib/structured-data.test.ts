import { expect, test } from "vitest"
import type { Schemas } from "./api"
import {
  breadcrumb,
  documentPage,
  organization,
  organizationWithReturns,
  product,
  type Site,
  website,
} from "./structured-data"
import type { ProductDetail, Shop } from "./types"

const shop = {
  siteUrl: "https://shop.example",
  name: { en: "Akshamala", hi: "अक्षमाला" },
  legalName: "Akshamala Private Limited",
  address: "",
  email: "help@shop.example",
  phone: "",
  social: {},
  promises: { returnDays: 7 },
} as Shop
const english: Site = { shop, language: "en" }
const hindi: Site = { shop, language: "hi" }
const fiveMukhi = {
  _id: "p1",
  slug: "five-mukhi",
  title: "Five Mukhi",
  description: "",
  shortDescription: "A bead for every day.",
  category: { _id: "c1", slug: "rudraksha", name: "Rudraksha" },
  price: 1250.5,
  isAvailable: true,
  rating: { average: 4.5, count: 2 },
  ratedByBuyers: true,
  variants: [],
} as unknown as ProductDetail
const about = {
  name: "about",
  title: "About us",
  lead: "Who we are.",
  updatedMonth: "2026-11",
} as Schemas["DocumentOut"]

test("the seller is described with the contacts that are configured", () => {
  expect(organization(english)).toEqual({
    "@type": "Organization",
    "@id": "https://shop.example/#organization",
    name: "Akshamala",
    legalName: "Akshamala Private Limited",
    url: "https://shop.example/",
    logo: "https://shop.example/icons/icon-512.png",
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      areaServed: "IN",
      availableLanguage: ["en", "hi"],
      email: "help@shop.example",
    },
  })
  const social = { instagram: "https://instagram.example/akshamala" }
  expect(organization({ shop: { ...shop, address: "12 MG Road", social }, language: "en" })).toMatchObject({
    address: "12 MG Road",
    sameAs: ["https://instagram.example/akshamala"],
  })
})

test("hours of support are those of the contact", () => {
  const week = [{ dayOfWeek: ["Monday", "Tuesday"], opens: "10:00", closes: "19:00" }]
  const closed = [{ validFrom: "2026-11-08", validThrough: "2026-11-08", opens: "00:00", closes: "00:00" }]
  const openingHours = { en: "", hi: "", week, closed }

  const described = organization({ shop: { ...shop, openingHours }, language: "en" })

  expect(described.contactPoint).toMatchObject({
    hoursAvailable: [
      { "@type": "OpeningHoursSpecification", ...week[0] },
      { "@type": "OpeningHoursSpecification", ...closed[0] },
    ],
  })
})

test("the page on returns contains the number of days", () => {
  expect(organizationWithReturns(english)).toMatchObject({
    "@type": "Organization",
    hasMerchantReturnPolicy: {
      merchantReturnDays: 7,
      merchantReturnLink: "https://shop.example/returns",
    },
  })
})

test("the site is described with its search, in the language of the page", () => {
  const target = (site: Site) => website(site).potentialAction.target.urlTemplate

  expect(target(english)).toBe("https://shop.example/products?search={search_term_string}")
  expect(target(hindi)).toBe("https://shop.example/products?search={search_term_string}&lang=hi")
  expect(website(hindi)).toMatchObject({ url: "https://shop.example/?lang=hi", inLanguage: "hi-IN" })
})

test("a fixed page is described by what it is", () => {
  expect(documentPage(english, about)).toMatchObject({
    "@type": "AboutPage",
    url: "https://shop.example/about",
    dateModified: "2026-11",
  })
  expect(documentPage(english, { ...about, name: "contact" })["@type"]).toBe("ContactPage")
  const terms = documentPage(english, { ...about, name: "terms", updatedMonth: "" })
  expect(terms["@type"]).toBe("WebPage")
  expect(terms).not.toHaveProperty("dateModified")
})

test("breadcrumbs begin with the home page", () => {
  const steps = [
    ["होम", "/"],
    ["उत्पाद", "/products"],
  ] as const

  expect(breadcrumb(hindi, steps).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "होम", item: "https://shop.example/?lang=hi" },
    { "@type": "ListItem", position: 2, name: "उत्पाद", item: "https://shop.example/products?lang=hi" },
  ])
})

test("a product is described with its offer", () => {
  const described = product(english, fiveMukhi, ["/media/products/bead-800.webp"])

  expect(described).toMatchObject({
    "@type": "Product",
    url: "https://shop.example/products/five-mukhi",
    name: "Five Mukhi",
    description: "A bead for every day.",
    sku: "p1",
    category: "Rudraksha",
    image: ["https://shop.example/media/products/bead-800.webp"],
  })
  expect(described.offers).toMatchObject({
    price: "1250.50",
    priceCurrency: "INR",
    availability: "https://schema.org/InStock",
    seller: { "@id": "https://shop.example/#organization" },
  })
})

test("what cannot be bought now is out of stock", () => {
  expect(product(english, { ...fiveMukhi, isAvailable: false }, []).offers).toMatchObject({
    availability: "https://schema.org/OutOfStock",
  })
  expect(product(english, fiveMukhi, [])).not.toHaveProperty("image")
})

test("a rating is included only if all of it comes from buyers", () => {
  expect(product(english, fiveMukhi, [])).toHaveProperty("aggregateRating", {
    "@type": "AggregateRating",
    ratingValue: 4.5,
    reviewCount: 2,
  })
  expect(product(english, { ...fiveMukhi, ratedByBuyers: false }, [])).not.toHaveProperty("aggregateRating")
  expect(product(english, { ...fiveMukhi, rating: { average: 0, count: 0 } }, [])).not.toHaveProperty(
    "aggregateRating",
  )
})
