import type { QueryClient } from "@tanstack/react-query"
import { Rotate3d } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type LoaderFunctionArgs, Navigate, redirect, useLocation, useParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ImageGallery } from "@/components/image-gallery"
import { lazySection } from "@/components/lazy-with-retry"
import { PageHead } from "@/components/page-head"
import { sourcesOf } from "@/components/picture-sources"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation, withTexts } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { rememberRecent } from "@/lib/browsing-history"
import { loadQueries } from "@/lib/load-queries"
import { formatRupees } from "@/lib/money"
import { productQuery } from "@/lib/product"
import { breadcrumb, product as productData } from "@/lib/structured-data"
import type { ProductDetail } from "@/lib/types"
import { addressOfVariant, firstVariant, namedVariant } from "@/lib/variants"
import { isGone, useLiveProduct } from "./live-product"
import { ProductPurchase } from "./product-purchase"
import { carouselQuery, relatedQuery } from "./queries"

const ProductBelow = lazySection(
  () => import("./product-below"),
  "ProductBelow",
  // As high as the loaded page, so that neither the footer nor the restored scroll position shifts.
  <div aria-hidden="true" className="min-h-[200rem]" />,
)
// Fetched, as its pictures are, when the visitor asks for it.
const Turntable = lazySection(
  () => withTexts(import("./turntable"), "turntable"),
  "Turntable",
  <Skeleton className="aspect-square w-full rounded-md" />,
)
const CertificateBox = lazySection(
  () => withTexts(import("./product-below"), "certificates"),
  "CertificateBox",
  <div aria-hidden="true" className="h-48" />,
)
const ProductProblem = lazySection(() => import("./product-problem"), "ProductProblem")

const loadProduct = loadQueries(({ params: { slug = "" } }) => [productQuery(slug), relatedQuery(slug)])

export async function loader(asked: LoaderFunctionArgs<QueryClient>) {
  const loaded = await loadProduct(asked)
  const { slug = "" } = asked.params
  const product = asked.context.getQueryData(productQuery(slug).queryKey)
  // An unknown product's page shows trending ones; an alias redirects to the current slug.
  if (!product) await asked.context.prefetchQuery(carouselQuery("trending"))
  else if (product.slug !== slug) {
    const { pathname, search } = ownAddress(product, slug, new URL(asked.request.url).search)
    throw redirect(`${pathname}${search}`, 301)
  }
  return loaded
}

/** The product's own address for one that leads to it: an earlier slug, or a variant's. */
function ownAddress(product: ProductDetail, slug: string, search: string) {
  const variant = product.variants.find((each) => each.slug === slug)
  return {
    pathname: `/products/${product.slug}`,
    search: variant ? addressOfVariant(search, variant) : search,
  }
}

export function Component() {
  const { slug = "" } = useParams()
  const { search, hash } = useLocation()
  const product = useLiveProduct(slug)
  if (isGone(product)) return <ProductProblem query={product} words={slug.replaceAll("-", " ")} />
  if (product.data) {
    // An alias finds the product; replace it in the URL by the current slug.
    if (product.data.slug !== slug) {
      return <Navigate replace to={{ ...ownAddress(product.data, slug, search), hash }} />
    }
    return <ProductPage key={product.data._id} product={product.data} />
  }
  if (product.error) return <ProductProblem query={product} />
  return <ProductSkeleton />
}

function ProductPage({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const named = namedVariant(useLocation().search)
  const [shown, setShown] = useState(() => {
    const url = named && firstVariant(product, named)?.picture
    return url ? { url } : undefined
  })
  const [isTurning, setTurning] = useState(false)
  const turnButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    rememberRecent("recentlyViewed", product.slug)
  }, [product.slug])
  return (
    <div className="page">
      <Head product={product} />
      <Breadcrumb
        trail={[
          { label: t("common.home"), to: "/" },
          { label: t("product.products"), to: "/products" },
          { label: product.title },
        ]}
      />
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 sm:grid-rows-[auto_1fr] lg:grid-cols-[1.15fr_1fr] lg:gap-x-16">
        <div className="relative">
          {isTurning && product.turntable ? (
            <Turntable
              title={product.title}
              sprite={product.turntable}
              poster={product.picture}
              mukhi={product.mukhi}
              onClose={() => {
                setTurning(false)
                window.setTimeout(() => turnButton.current?.focus())
              }}
            />
          ) : (
            <ImageGallery
              title={product.title}
              pictures={product.pictures}
              sizes="(min-width: 80rem) 38rem, (min-width: 40rem) 50vw, 100vw"
              show={shown}
              eager
            />
          )}
          {product.turntable && !isTurning && (
            // In the picture's lower left corner; a phone's is narrower, as the next one is in sight.
            <div className="pointer-events-none absolute top-0 left-0 flex aspect-square w-full items-end p-3 max-sm:w-[88%]">
              <button
                ref={turnButton}
                type="button"
                onClick={() => setTurning(true)}
                className="pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-full bg-paper/90 px-4 font-medium text-accent text-sm transition-colors hover:bg-paper hover:text-accent-deep"
              >
                <Rotate3d strokeWidth={1.5} className="size-5" />
                {t("product.turn")}
              </button>
            </div>
          )}
        </div>
        <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <SectionBoundary>
            <ProductPurchase
              product={product}
              onShow={(url) => {
                setTurning(false)
                setShown({ url })
              }}
            />
          </SectionBoundary>
        </div>
        <CertificateBox product={product} />
      </div>
      <ProductBelow product={product} />
    </div>
  )
}

function Head({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { title, price } = product
  const path = `/products/${product.slug}`
  const brand = useBrand()
  const description = product.shortDescription || product.description
  return (
    <PageHead
      title={product.metaTitle || title}
      description={
        product.metaDescription || t("head.product", { description, price: formatRupees(price), brand })
      }
      keywords={product.keywords}
      canonical={path}
      type="product"
      price={price}
      image={product.picture}
      structured={(site) => [
        productData(
          site,
          product,
          product.pictures.flatMap((picture) => sourcesOf(picture)?.src ?? []),
        ),
        breadcrumb(site, [
          [t("common.home"), "/"],
          [t("product.products"), "/products"],
          [title, path],
        ]),
      ]}
    />
  )
}

function ProductSkeleton() {
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-16 lg:grid-cols-[1.15fr_1fr]" aria-busy="true">
      <Skeleton className="aspect-square w-full rounded-md" />
      <div className="space-y-5">
        <Skeleton className="h-12 w-4/5" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-13 w-full" />
      </div>
    </div>
  )
}
