import { SectionBoundary } from "@/components/section-boundary"
import type { ProductDetail } from "@/lib/types"
import { Assurances } from "./assurances"
import { CertificateBox } from "./certificate-box"
import { Features } from "./features"
import { ProductTexts } from "./product-texts"
import { RecentlyViewed, RelatedProducts } from "./related-products"
import { Verse } from "./verse"

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

type PurchaseNotesProps = {
  product: ProductDetail
  /** The piece is made to the shopper's choice. */
  custom: boolean
}

/** The laboratory certificate, if any, and the shop's promises. */
export function PurchaseNotes({ product, custom }: PurchaseNotesProps) {
  return (
    <>
      <div className="mt-6 empty:hidden">
        <CertificateBox product={product} />
      </div>
      <div className="mt-7 border-line border-t pt-6">
        <Assurances custom={custom} />
      </div>
    </>
  )
}
