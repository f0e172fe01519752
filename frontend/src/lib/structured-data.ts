import type { Schemas } from "./api"
import type { Language } from "./language"
import { fileAddress, siteAddress } from "./site-address"
import type { ProductDetail, Shop } from "./types"

/** A schema.org object, for search engines. */
export type StructuredData = { "@type": string; [property: string]: unknown }
/** The shop and the page's language, which every object needs. */
export type Site = { shop: Shop; language: Language }
/** A breadcrumb: name and path. */
type Step = readonly [name: string, path: string]

const absolute = ({ shop }: Site, path: string) => shop.siteUrl + path
const inLanguage = ({ shop, language }: Site, path: string) => siteAddress(shop.siteUrl, path, language)
const seller = (site: Site) => ({ "@id": absolute(site, "/#organization") })

/** The seller. */
export function organization(site: Site) {
  const { shop } = site
  const social = Object.values(shop.social)
  return {
    "@type": "Organization",
    ...seller(site),
    name: shop.name[site.language],
    legalName: shop.legalName,
    url: absolute(site, "/"),
    logo: fileAddress(shop.siteUrl, `${shop.mark ? `${shop.mark}-` : "/icons/"}icon-512.png`),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      areaServed: "IN",
      availableLanguage: ["en", "hi"],
      ...(shop.email && { email: shop.email }),
      ...(shop.phone && { telephone: shop.phone }),
      ...(shop.openingHours && {
        hoursAvailable: [...shop.openingHours.week, ...shop.openingHours.closed].map((hours) => ({
          "@type": "OpeningHoursSpecification",
          ...hours,
        })),
      }),
    },
    ...(shop.address && { address: shop.address }),
    ...(social.length > 0 && { sameAs: social }),
  } satisfies StructuredData
}

/** The seller with the return policy. */
export function organizationWithReturns(site: Site) {
  return {
    ...organization(site),
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "IN",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: site.shop.promises.returnDays,
      returnMethod: "https://schema.org/ReturnByMail",
      returnFees: "https://schema.org/FreeReturn",
      refundType: ["https://schema.org/FullRefund", "https://schema.org/ExchangeRefund"],
      itemCondition: "https://schema.org/DamagedCondition",
      merchantReturnLink: absolute(site, "/returns"),
    },
  } satisfies StructuredData
}

/** The site with its search action. */
export function website(site: Site) {
  return {
    "@type": "WebSite",
    "@id": absolute(site, "/#website"),
    name: site.shop.name[site.language],
    url: inLanguage(site, "/"),
    inLanguage: `${site.language}-IN`,
    publisher: seller(site),
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: inLanguage(site, "/products?search={search_term_string}"),
      },
      "query-input": "required name=search_term_string",
    },
  } satisfies StructuredData
}

const documentTypes: Record<string, string> = { about: "AboutPage", contact: "ContactPage" }

/** One of the fixed pages. */
export function documentPage(site: Site, document: Schemas["DocumentOut"]) {
  return {
    "@type": documentTypes[document.name] ?? "WebPage",
    name: document.title,
    description: document.lead,
    url: inLanguage(site, `/${document.name}`),
    inLanguage: `${site.language}-IN`,
    isPartOf: { "@id": absolute(site, "/#website") },
    about: seller(site),
    ...(document.updatedMonth && { dateModified: document.updatedMonth }),
  } satisfies StructuredData
}

/** The breadcrumbs of a page, the home page first. */
export function breadcrumb(site: Site, steps: readonly Step[]) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: inLanguage(site, path),
    })),
  } satisfies StructuredData
}

const offer = (site: Site, sold: { price: number; isAvailable: boolean }, path: string) => ({
  "@type": "Offer",
  url: inLanguage(site, path),
  price: sold.price.toFixed(2),
  priceCurrency: "INR",
  availability: `https://schema.org/${sold.isAvailable ? "InStock" : "OutOfStock"}`,
  itemCondition: "https://schema.org/NewCondition",
  seller: seller(site),
})

/** A product and its offers; a rating only if all of it comes from buyers. `pictures` are addresses. */
export function product(site: Site, detail: ProductDetail, pictures: readonly string[]) {
  const path = `/products/${detail.slug}`
  const url = inLanguage(site, path)
  return {
    "@type": "Product",
    "@id": url,
    url,
    name: detail.title,
    description: detail.description || detail.shortDescription,
    sku: detail._id,
    category: detail.category.name,
    inLanguage: `${site.language}-IN`,
    brand: { "@type": "Brand", name: site.shop.name[site.language] },
    ...(pictures.length > 0 && { image: pictures.map((url) => fileAddress(site.shop.siteUrl, url)) }),
    offers: detail.variants.length
      ? detail.variants.map((variant) => ({
          ...offer(site, variant, `${path}?variant=${encodeURIComponent(variant.sku || variant._id)}`),
          name: variant.title,
          sku: variant._id,
        }))
      : offer(site, detail, path),
    ...(detail.ratedByBuyers &&
      detail.rating.count > 0 && {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: detail.rating.average,
          reviewCount: detail.rating.count,
        },
      }),
  } satisfies StructuredData
}
