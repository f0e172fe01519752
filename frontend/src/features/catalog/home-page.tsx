import { useQuery } from "@tanstack/react-query"
import { type ComponentType, type ReactNode, useState } from "react"
import { ButtonLink } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { lazyPart } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { Mark } from "@/components/logo"
import { PageHead } from "@/components/page-head"
import { Picture } from "@/components/picture"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { loadQueries } from "@/lib/load-queries"
import { preloadPicture } from "@/lib/preload-picture"
import { retryOf } from "@/lib/retry-of"
import { shopQuery } from "@/lib/shop"
import { organization, website } from "@/lib/structured-data"
import { categoriesQuery } from "./categories"
import { ProductCard } from "./product-card"
import { ProductGrid, ProductGridSkeleton } from "./product-grid"
import { homeQuery } from "./queries"

export const loader = loadQueries(() => [homeQuery])

const MAX_CATEGORIES = 8

function Placeholder() {
  return <div className="mt-20 h-[38rem] bg-tile lg:mt-28" />
}

// Lazily loaded: below the first screen.
const Why = lazyPart(() => import("./why"), "Why", <div className="mt-20 h-96 lg:mt-28" />)
const Scene = lazyPart(() => import("@/components/scene"), "Scene", <Placeholder />)

type HomeData = Schemas["HomeData"]

/** What fails to load is told in the place of the first list. */
const sectionsOf = (home: HomeData | undefined) => home?.sections ?? ["featured", "why", "recommendation"]

const heroOf = (home: HomeData | undefined) => home?.chapters.find(({ picture }) => picture === "hero")

/** The home page: its beginning, then the sections that the shop has chosen, in its order. */
export function Component() {
  const home = useQuery(homeQuery).data
  const hero = heroOf(home)
  return (
    <>
      <PageHead
        title={hero?.name}
        description={hero?.text}
        canonical="/"
        image={home?.hero ? { url: `${home.hero}-1600.webp`, width: 1600, height: 900 } : null}
        structured={(site) => [organization(site), website(site)]}
      />
      <SectionBoundary>
        <Hero />
      </SectionBoundary>
      {sectionsOf(home).map((name) => {
        const Part = parts[name]
        return <SectionBoundary key={name}>{Part ? <Part /> : <Chapter picture={name} />}</SectionBoundary>
      })}
    </>
  )
}

/** One chapter of the story, unless it tells of a promise that is off; a failed load is reported by the product lists. */
function Chapter({ picture }: { picture: string }) {
  const home = useQuery(homeQuery)
  const promises = useQuery(shopQuery).data?.promises
  const isPromised =
    picture === "xray" ? promises?.labCertified : picture !== "blessing" || promises?.authentic
  const chapter = home.data?.chapters.find((each) => each.picture === picture)
  if (!isPromised) return null
  return chapter ? <Scene chapter={chapter} /> : home.isPending && <Placeholder />
}

const HERO_WIDTHS = [800, 1200, 1600] as const
const heroFiles = (start: string, format: string) =>
  HERO_WIDTHS.map((width) => `${start}-${width}.${format} ${width}w`).join(", ")

function Hero() {
  const { t } = useTranslation("shop")
  const brand = useBrand()
  const { data: home, isPending } = useQuery(homeQuery)
  const [broken, setBroken] = useState(false)
  const own = home?.hero
  const files = own || "/pictures/hero"
  if (isPending) return <Placeholder />
  // A picture of the shop's own has no AVIF.
  if (!own) preloadPicture(heroFiles(files, "avif"), "100vw")
  const { name, title = brand, text, action = t("common.allProducts"), alt = "" } = heroOf(home) ?? {}
  return (
    <section className="relative isolate overflow-hidden bg-tile">
      {broken ? (
        <Mark className="absolute -right-24 -bottom-28 -z-10 size-[34rem] text-gold/25" />
      ) : (
        <picture>
          {!own && <source type="image/avif" srcSet={heroFiles(files, "avif")} sizes="100vw" />}
          <img
            src={`${files}-800.webp`}
            srcSet={heroFiles(files, "webp")}
            sizes="100vw"
            alt={alt}
            width={1600}
            height={1000}
            fetchPriority="high"
            onError={() => setBroken(true)}
            className="-z-10 aspect-4/3 max-h-[50svh] w-full object-cover object-right lg:absolute lg:inset-0 lg:aspect-auto lg:h-full lg:max-h-none"
          />
        </picture>
      )}
      <div className="page flex flex-col justify-center py-14 lg:min-h-[38rem] lg:py-24">
        {/* Behind the words, a picture of the shop's own may have anything. */}
        <div className={cx("max-w-xl", own && "lg:rounded-md lg:bg-paper/90 lg:p-10")}>
          <p className="eyebrow">{name}</p>
          <h1 className="mt-5 text-4xl lg:text-5xl">{title}</h1>
          {/* Room for as many lines as another font may need until the own one is here: the buttons stay. */}
          <p className="mt-6 max-w-md text-ink-soft text-lg max-sm:min-h-36">{text}</p>
          <div className="mt-6 flex flex-col gap-3 sm:mt-10 sm:flex-row sm:flex-wrap">
            {sectionsOf(home).includes("recommendation") && (
              <ButtonLink to="/rudraksh-recommendation" size="lg">
                {t("common.findBead")}
              </ButtonLink>
            )}
            <ButtonLink to="/products" variant="secondary" size="lg">
              {action}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="page mt-20 lg:mt-28">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4 border-line border-b pb-4 lg:mb-10">
        <h2 className="text-2xl lg:text-3xl">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The newest of the featured products are large; the failure of all lists is told here. */
function Featured() {
  const { t } = useTranslation(["home", "shop"])
  const home = useQuery(homeQuery)
  if (home.data?.featured.length === 0) return null
  return (
    <Section
      title={t("featured")}
      aside={
        <Link
          to="/products"
          className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline"
          aria-label={`${t("viewAll")} – ${t("shop:common.allProducts")}`}
        >
          {t("viewAll")}
        </Link>
      }
    >
      {home.data ? (
        <ProductGrid products={home.data.featured} lead />
      ) : home.isError ? (
        <ErrorState compact fallback={t("shop:common.partFailed")} {...retryOf(home)} />
      ) : (
        <ProductGridSkeleton count={3} />
      )}
    </Section>
  )
}

function NewArrivals() {
  const { t } = useTranslation("home")
  const products = useQuery(homeQuery).data?.newArrivals
  if (!products?.length) return null
  return (
    <Section title={t("newArrivals")}>
      <ul className="-mx-5 flex snap-x scroll-px-5 gap-5 overflow-x-auto px-5 pb-4 [scrollbar-width:thin] md:-mx-10 md:scroll-px-10 md:gap-7 md:px-10 lg:-mx-1.5 lg:scroll-px-1.5 lg:px-1.5">
        {products.map((product) => (
          // Four fill the page on wide screens.
          <li key={product._id} className="w-56 shrink-0 snap-start sm:w-72 lg:w-[calc((100%-5.25rem)/4)]">
            <ProductCard product={product} sizes="(min-width: 40rem) 18rem, 14rem" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Trending() {
  const { t } = useTranslation("home")
  const products = useQuery(homeQuery).data?.trending
  if (!products?.length) return null
  return (
    <Section title={t("trending")}>
      <ul className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
        {products.map((product) => (
          <li key={product._id} className="min-w-0">
            <ProductCard product={product} view="rows" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Categories() {
  const { t } = useTranslation(["home", "shop"])
  const categories = useQuery(categoriesQuery)
  if (categories.data?.length === 0) return null
  return (
    <Section title={t("categories")}>
      {categories.isError && !categories.data ? (
        <ErrorState compact fallback={t("shop:common.partFailed")} {...retryOf(categories)} />
      ) : (
        <ul className="grid grid-cols-4 gap-x-3 gap-y-6 sm:gap-x-6 lg:grid-cols-8 lg:gap-x-5">
          {categories.data?.slice(0, MAX_CATEGORIES).map((category) => (
            <li key={category._id} className="min-w-0">
              <Link to={`/category/${category.slug}`} className="group block rounded-md text-center">
                <span className="block overflow-hidden rounded-full">
                  <Picture
                    picture={category.picture}
                    src={category.image}
                    alt=""
                    sizes="(min-width: 64rem) 9rem, 23vw"
                    className="[&_img]:transition-[scale] [&_img]:duration-700 group-hover:[&_img]:scale-103"
                  />
                </span>
                <span className="mt-3 block text-sm transition-colors group-hover:text-accent">
                  {category.name}
                </span>
                <span className="block text-ink-soft text-xs max-sm:sr-only">
                  {t("pieces", { count: category.productCount })}
                </span>
              </Link>
            </li>
          )) ??
            [1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
              <li key={place}>
                <Skeleton className="aspect-square w-full rounded-full" />
                <Skeleton className="mx-auto mt-3 h-5 w-2/3" />
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}

function Closing() {
  const { t } = useTranslation(["home", "shop"])
  return (
    <section className="page mt-20 lg:mt-28">
      <div className="flex flex-col items-center border-line border-y py-16 text-center lg:py-20">
        <Mark className="size-12 text-gold" />
        <h2 className="mt-6 text-2xl lg:text-3xl">{t("closingTitle")}</h2>
        <p className="mt-4 max-w-lg text-ink-soft">{t("closingText")}</p>
        <ButtonLink to="/rudraksh-recommendation" className="mt-8">
          {t("shop:common.findBead")}
        </ButtonLink>
      </div>
    </section>
  )
}

const parts: Partial<Record<string, ComponentType>> = {
  featured: Featured,
  categories: Categories,
  newArrivals: NewArrivals,
  trending: Trending,
  why: Why,
  recommendation: Closing,
}
