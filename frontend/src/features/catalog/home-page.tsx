import { useQuery } from "@tanstack/react-query"
import { Award, BadgeIndianRupee, ShieldCheck, Truck } from "lucide-react"
import { type ReactNode, useState } from "react"
import { ButtonLink } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { Link } from "@/components/link"
import { BeadMark } from "@/components/logo"
import { PageHead } from "@/components/page-head"
import { Picture } from "@/components/picture"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { usePromiseTexts } from "@/i18n/promises"
import { loadQueries } from "@/lib/load-queries"
import { preloadPicture } from "@/lib/preload-picture"
import { shopQuery } from "@/lib/shop"
import { organization, website } from "@/lib/structured-data"
import { categoriesQuery } from "./categories"
import { ProductGrid, ProductGridSkeleton } from "./product-grid"
import { type Carousel, carouselQuery } from "./queries"

export const loader = loadQueries(() => [
  carouselQuery("featured"),
  carouselQuery("new-arrivals"),
  carouselQuery("trending"),
])

const MAX_CATEGORIES = 8

export function Component() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead
        title={t("home.title")}
        description={t("head.shop")}
        canonical="/"
        structured={(site) => [organization(site), website(site)]}
      />
      <SectionBoundary>
        <Hero />
      </SectionBoundary>
      <SectionBoundary>
        <CarouselSection carousel="featured" title={t("home.featured")} />
      </SectionBoundary>
      <SectionBoundary>
        <Categories />
      </SectionBoundary>
      <SectionBoundary>
        <CarouselSection carousel="new-arrivals" title={t("home.newArrivals")} />
      </SectionBoundary>
      <SectionBoundary>
        <Why />
      </SectionBoundary>
      <SectionBoundary>
        <CarouselSection carousel="trending" title={t("home.trending")} />
      </SectionBoundary>
      <Closing />
    </>
  )
}

const HERO_WIDTHS = [800, 1200, 1600] as const
const heroFiles = (format: string) =>
  HERO_WIDTHS.map((width) => `/pictures/hero-${width}.${format} ${width}w`).join(", ")

function Hero() {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  preloadPicture(heroFiles("avif"), "100vw")
  return (
    <section className="relative isolate overflow-hidden bg-tile">
      {broken ? (
        <BeadMark className="absolute -right-24 -bottom-28 -z-10 size-[34rem] text-gold/25" />
      ) : (
        <picture>
          <source type="image/avif" srcSet={heroFiles("avif")} sizes="100vw" />
          <img
            src="/pictures/hero-800.webp"
            srcSet={heroFiles("webp")}
            sizes="100vw"
            alt={t("home.heroAlt")}
            width={1600}
            height={1000}
            fetchPriority="high"
            onError={() => setBroken(true)}
            className="-z-10 aspect-4/3 w-full object-cover object-right lg:absolute lg:inset-0 lg:aspect-auto lg:h-full"
          />
        </picture>
      )}
      <div className="page flex flex-col justify-center py-14 lg:min-h-[38rem] lg:py-24">
        <div className="max-w-xl">
          <p className="eyebrow">{t("home.eyebrow")}</p>
          <h1 className="mt-5 text-4xl lg:text-5xl">{t("home.headline")}</h1>
          <p className="mt-6 max-w-md text-ink-soft text-lg">{t("home.lead")}</p>
          <div className="mt-10 flex flex-wrap gap-3">
            <ButtonLink to="/products" size="lg">
              {t("home.shop")}
            </ButtonLink>
            <ButtonLink to="/rudraksh-recommendation" variant="secondary" size="lg">
              {t("home.closingAction")}
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

/** A product carousel; renders nothing when it is empty. */
function CarouselSection({ carousel, title }: { carousel: Carousel; title: string }) {
  const { t } = useTranslation()
  const products = useQuery(carouselQuery(carousel))
  if (products.data?.length === 0) return null
  return (
    <Section
      title={title}
      aside={
        carousel === "featured" && (
          <Link
            to="/products"
            className="py-2 text-accent underline-offset-4 hover:underline"
            aria-label={`${t("home.viewAll")} – ${t("common.allProducts")}`}
          >
            {t("home.viewAll")}
          </Link>
        )
      }
    >
      {products.data ? (
        <ProductGrid products={products.data} />
      ) : products.isError ? (
        <BlockError query={products} />
      ) : (
        <ProductGridSkeleton count={3} />
      )}
    </Section>
  )
}

type FailedQuery = { error: Error; refetch: () => unknown; isFetching: boolean }

function BlockError({ query }: { query: FailedQuery }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      compact
      error={query.error}
      fallback={t("common.partFailed")}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  )
}

function Categories() {
  const { t } = useTranslation()
  const categories = useQuery(categoriesQuery)
  if (categories.data?.length === 0) return null
  return (
    <Section title={t("home.categories")}>
      {categories.isError && !categories.data ? (
        <BlockError query={categories} />
      ) : (
        <ul className="grid grid-cols-2 gap-4 sm:gap-7 lg:grid-cols-4">
          {categories.data?.slice(0, MAX_CATEGORIES).map((category) => (
            <li key={category._id}>
              <Link to={`/category/${category.slug}`} className="group block rounded-md">
                <span className="block overflow-hidden rounded-md">
                  <Picture
                    picture={category.picture}
                    src={category.image}
                    alt=""
                    sizes="(min-width: 64rem) 18rem, 46vw"
                    className="[&_img]:transition-[scale] [&_img]:duration-700 group-hover:[&_img]:scale-103"
                  />
                </span>
                <span className="mt-3 block font-display text-lg transition-colors group-hover:text-accent">
                  {category.name}
                </span>
                <span className="block text-ink-soft text-sm">
                  {t("home.pieces", { count: category.productCount })}
                </span>
              </Link>
            </li>
          )) ??
            [1, 2, 3, 4].map((place) => (
              <li key={place}>
                <Skeleton className="aspect-square w-full rounded-md" />
                <Skeleton className="mt-3 h-6 w-2/3" />
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}

function Why() {
  const { t } = useTranslation()
  const promises = useQuery(shopQuery).data?.promises
  const promiseTexts = usePromiseTexts()
  const texts = promises && promiseTexts(promises)
  if (!texts) return null
  const { authentic, lab, moneyBack } = texts
  const reasons = [
    ...(authentic ? [{ icon: ShieldCheck, ...authentic }] : []),
    ...(lab ? [{ icon: Award, ...lab }] : []),
    ...(moneyBack ? [{ icon: BadgeIndianRupee, ...moneyBack }] : []),
    {
      icon: Truck,
      title: t("promises.shipping.title"),
      text: `${texts.shipping}. ${texts.delivery}.`,
    },
  ]
  return (
    <section className="mt-20 bg-tile lg:mt-28">
      <div className="page py-16 lg:py-20">
        <h2 className="text-2xl lg:text-3xl">{t("home.whyTitle")}</h2>
        <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {reasons.map(({ icon: Icon, title, text }) => (
            <li key={title} className="border-gold/60 border-t pt-5">
              <Icon aria-hidden="true" strokeWidth={1.4} className="size-7 text-accent" />
              <h3 className="mt-4 text-lg">{title}</h3>
              <p className="mt-2 text-ink-soft text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Closing() {
  const { t } = useTranslation()
  return (
    <section className="page mt-20 lg:mt-28">
      <div className="flex flex-col items-center border-line border-y py-16 text-center lg:py-20">
        <BeadMark className="size-12 text-gold" />
        <h2 className="mt-6 text-2xl lg:text-3xl">{t("home.closingTitle")}</h2>
        <p className="mt-4 max-w-lg text-ink-soft">{t("home.closingText")}</p>
        <ButtonLink to="/rudraksh-recommendation" className="mt-8">
          {t("home.closingAction")}
        </ButtonLink>
      </div>
    </section>
  )
}
