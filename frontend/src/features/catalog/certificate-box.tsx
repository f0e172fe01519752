import { FileCheck2 } from "lucide-react"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { ProductDetail } from "@/lib/types"

type CertificateBoxProps = { product: Pick<ProductDetail, "certificate" | "mukhi" | "customization"> }

/**
 * The certificate that comes with a piece, and the X-ray at its price; renders nothing without a certificate.
 *
 * The number is that of one certified piece: the buyer's own piece gets its own.
 */
export function CertificateBox({ product }: CertificateBoxProps) {
  const { t } = useTranslation("certificates")
  const { certificate, mukhi, customization } = product
  if (!certificate) return null
  const { available, price } = customization.xrayCertification
  return (
    <section
      aria-labelledby="certificate"
      className="flex gap-4 self-start rounded-md border border-gold/60 bg-paper px-5 py-4"
    >
      <FileCheck2 strokeWidth={1.4} className="mt-0.5 size-7 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <h2 id="certificate" className="text-lg leading-snug">
          {t("title")}
        </h2>
        <ul className="mt-2 space-y-1.5 text-ink-soft text-sm">
          <li>{mukhi === null ? t("own") : t("ownFaces")}</li>
          {available && (
            <li>{price === 0 ? t("xrayIncluded") : t("xrayCosts", { price: formatRupees(price) })}</li>
          )}
          <li>{t("check")}</li>
        </ul>
        <Link
          to={`/verify/${certificate.number}`}
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm underline underline-offset-4 hover:text-accent-deep"
        >
          {t("example", { number: certificate.number })}
        </Link>
      </div>
    </section>
  )
}
