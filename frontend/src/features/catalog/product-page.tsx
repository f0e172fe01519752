import { useEffect } from "react"
import { Navigate, useLocation, useParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ImageGallery } from "@/components/image-gallery"
import { late } from "@/components/late"
import { PageTitle } from "@/components/page-title"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import type { ProductDetail } from "@/lib/types"
import { isGone, useLiveProduct } from "./live-product"
import { ProductPurchase } from "./product-purchase"
import { rememberViewed } from "./recently-viewed-slugs"

const ProductBelow = late(
  () => import("./product-below").then((module) => module.ProductBelow),
  // As high as what comes: neither the footer nor the place that Back leads to may jump.
  <div aria-hidden="true" className="min-h-[200rem]" />,
)
const ProductProblem = late(() => import("./product-problem").then((module) => module.ProductProblem))

export function Component() {
  const { slug = "" } = useParams()
  const { search, hash } = useLocation()
  const product = useLiveProduct(slug)
  if (isGone(product)) return <ProductProblem query={product} words={slug.replaceAll("-", " ")} />
  if (product.data) {
    // An older slug still finds the product; the address then becomes the present one.
    if (product.data.slug !== slug) {
      return <Navigate replace to={{ pathname: `/products/${product.data.slug}`, search, hash }} />
    }
    return <ProductPage key={product.data._id} product={product.data} />
  }
  if (product.error) return <ProductProblem query={product} />
  return <ProductSkeleton />
}

function ProductPage({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  useEffect(() => {
    rememberViewed(product.slug)
  }, [product.slug])
  return (
    <div className="page">
      <PageTitle title={product.metaTitle || product.title} />
      <Breadcrumb
        trail={[
          { label: t("common.home"), to: "/" },
          { label: t("product.products"), to: "/products" },
          { label: product.title },
        ]}
      />
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-x-16">
        <div className="md:sticky md:top-28 md:self-start">
          <ImageGallery
            title={product.title}
            pictures={product.pictures}
            sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
            eager
          />
        </div>
        <SectionBoundary>
          <ProductPurchase product={product} />
        </SectionBoundary>
      </div>
      <ProductBelow product={product} />
    </div>
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
