import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { languages } from "@/lib/language"
import { shopQuery } from "@/lib/shop"
import { fileAddress, siteAddress } from "@/lib/site-address"
import type { Site, StructuredData } from "@/lib/structured-data"
import { type PictureData, sourcesOf } from "./picture-sources"

const DESCRIPTION_LENGTH = 160
const KEYWORDS_LENGTH = 250
const SHARE_PICTURE = "/pictures/share.webp"
const locales: Record<string, string> = { en: "en_IN", hi: "hi_IN" }

type PageHeadProps = {
  /** Without one the shop's name alone. */
  title?: string
  description?: string
  keywords?: readonly string[]
  /** Path and query that search engines shall list; a page without is not listed. */
  canonical?: string
  /** Path and query of the list's page before this one, and of the one after it. */
  previous?: string
  next?: string
  /** For previews of a link. */
  image?: PictureData | null
  type?: "website" | "product"
  /** In rupees. */
  price?: number
  structured?: (site: Site) => readonly StructuredData[]
}

/**
 * The page's part of the document's head: React moves it there. One for each page, with the title alone for a page
 * that is somebody's own.
 */
export function PageHead(page: PageHeadProps) {
  const brand = useBrand()
  const { title, canonical, description } = page
  return (
    <>
      <title>{[title, brand].filter(Boolean).join(" · ")}</title>
      {!canonical && <meta name="robots" content="noindex" />}
      {(canonical || description) && <PublicHead {...page} />}
    </>
  )
}

/** The part of the head that search engines and link previews read. */
function PublicHead({
  title,
  description = "",
  keywords = [],
  image,
  type = "website",
  price,
  ...addresses
}: PageHeadProps) {
  const { i18n } = useTranslation()
  const brand = useBrand()
  const shop = useQuery(shopQuery).data
  const about = shortened(description)
  const words = fitting(keywords)
  return (
    <>
      {about && <meta name="description" content={about} />}
      {words && <meta name="keywords" content={words} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={title ?? brand} />
      {about && <meta property="og:description" content={about} />}
      <meta property="og:locale" content={locales[i18n.language]} />
      {price !== undefined && (
        <>
          <meta property="product:price:amount" content={price.toFixed(2)} />
          <meta property="product:price:currency" content="INR" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {shop && (
        <Addresses
          {...addresses}
          site={{ shop, language: i18n.language }}
          image={
            (image && sourcesOf(image)?.src) || (shop.mark ? `${shop.mark}-icon-512.png` : SHARE_PICTURE)
          }
        />
      )}
    </>
  )
}

type AddressesProps = Pick<PageHeadProps, "canonical" | "previous" | "next" | "structured"> & {
  site: Site
  image: string
}

/** The tags with full addresses. */
function Addresses({ site, canonical, previous, next, image, structured }: AddressesProps) {
  const { siteUrl } = site.shop
  const address = (path: string, language = site.language) => siteAddress(siteUrl, path, language)
  return (
    <>
      {canonical && (
        <>
          <link rel="canonical" href={address(canonical)} />
          {languages.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={address(canonical, language)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(canonical, "en")} />
          <meta property="og:url" content={address(canonical)} />
        </>
      )}
      {previous && <link rel="prev" href={address(previous)} />}
      {next && <link rel="next" href={address(next)} />}
      <meta property="og:image" content={fileAddress(siteUrl, image)} />
      {structured?.(site).map((item) => (
        // React leaves these in their place in the body, where search engines read them as well.
        <script key={item["@type"]} type="application/ld+json">
          {scriptText({ "@context": "https://schema.org", ...item })}
        </script>
      ))}
    </>
  )
}

/** JSON without a `<`, so that no text in it can end the script element. */
const scriptText = (value: object) => JSON.stringify(value).replaceAll("<", "\\u003c")

/** The text on one line, cut at a word where it is too long for a list of results. */
function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ")
  if (line.length <= DESCRIPTION_LENGTH) return line
  const start = line.slice(0, DESCRIPTION_LENGTH - 1)
  const end = start.lastIndexOf(" ")
  return `${end < 0 ? start : start.slice(0, end)}…`
}

/** As many of the keywords, in their order, as a head has room for. */
function fitting(keywords: readonly string[]): string {
  let length = 0
  return keywords
    .filter((word) => {
      length += word.length + 2
      return length <= KEYWORDS_LENGTH
    })
    .join(", ")
}
