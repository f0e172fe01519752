import { FileCheck2 } from "lucide-react"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import type { ProductDetail } from "@/lib/types"

/** The laboratory certificate with the link to verify it; renders nothing without one. */
export function CertificateBox({ certificate }: Pick<ProductDetail, "certificate">) {
  const { t, i18n } = useTranslation()
  if (!certificate) return null
  return (
    <section
      aria-labelledby="certificate"
      className="flex gap-4 rounded-md border border-gold/60 bg-paper px-5 py-4"
    >
      <FileCheck2 aria-hidden="true" strokeWidth={1.4} className="mt-0.5 size-7 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <h2 id="certificate" className="text-lg leading-snug">
          {t("product.labCertified")}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">
          {t("product.certifiedBy", {
            lab: certificate.lab,
            date: formatDate(certificate.issuedOn, i18n.language),
          })}
        </p>
        <p className="text-sm">
          {t("product.certificateNumber")}{" "}
          <span className="select-all break-all font-medium tabular-nums">{certificate.number}</span>
        </p>
        <Link
          to={`/verify/${certificate.number}`}
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm underline underline-offset-4 hover:text-accent-deep"
        >
          {t("product.verify")}
        </Link>
      </div>
    </section>
  )
}
