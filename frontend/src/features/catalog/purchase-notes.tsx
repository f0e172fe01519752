import type { ProductDetail } from "@/lib/types"
import { Assurances } from "./assurances"
import { CertificateBox } from "./certificate-box"

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
