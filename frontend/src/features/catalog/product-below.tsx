import { SectionBoundary } from "@/components/section-boundary"
import type { ProductDetail } from "@/lib/types"
import { Features } from "./features"
import { ProductTexts } from "./product-texts"
import { RecentlyViewed, RelatedProducts } from "./related-products"
import { Verse } from "./verse"

export { Assurances } from "./assurances"
export { CertificateBox } from "./certificate-box"
export { Sharing } from "./sharing"

/** The product page below its first screen, whose code is loaded after hydration. */
export function ProductBelow({ product }: { product: ProductDetail }) {
  return (
    <div>
      <SectionBoundary>
        <Features product={product} />
      </SectionBoundary>
      <SectionBoundary>{product.verse && <Verse verse={product.verse} />}</SectionBoundary>
      <SectionBoundary>
        <ProductTexts product={product} />
      </SectionBoundary>
      <SectionBoundary>
        <RelatedProducts slug={product.slug} />
      </SectionBoundary>
      <SectionBoundary>
        <RecentlyViewed slug={product.slug} />
      </SectionBoundary>
    </div>
  )
}
