import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { Navigate, useParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { PageTitle } from "@/components/page-title"
import { Skeleton } from "@/components/skeleton"
import { useTopic } from "@/lib/live"
import type { ProductDetail, ProductLive } from "@/lib/types"
import { ProductGallery } from "./product-gallery"
import { ProductProblem } from "./product-problem"
import { ProductPurchase } from "./product-purchase"
import { ProductTexts } from "./product-texts"
import { productQuery } from "./queries"
import { RelatedProducts } from "./related-products"

export function Component() {
  const { slug = "" } = useParams()
  const product = useQuery(productQuery(slug))
  useTopic<ProductDetail, ProductLive>(`product:${slug}`, productQuery(slug), {
    merge: (held, live) => ({ ...held, ...live }),
  })

  if (product.data) {
    // An older slug still finds the product; the address then becomes the present one.
    if (product.data.slug !== slug) return <Navigate replace to={`/products/${product.data.slug}`} />
    return <ProductPage key={product.data._id} product={product.data} />
  }
  if (product.error) return <ProductProblem query={product} />
  return <ProductSkeleton />
}

function ProductPage({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  return (
    <div className="page">
      <PageTitle title={product.title} />
      <Breadcrumb
        trail={[
          { label: t("common.home"), to: "/" },
          { label: t("product.products"), to: "/products" },
          { label: product.title },
        ]}
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <ProductGallery title={product.title} images={product.images} />
        </div>
        <ProductPurchase product={product} />
      </div>
      <ProductTexts product={product} />
      <RelatedProducts product={product} />
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
