import { Printer, ShieldCheck } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { Mark } from "@/components/logo"
import { Notice } from "@/components/notice"
import { Picture } from "@/components/picture"
import { useTranslation } from "@/i18n"
import { formatDate } from "@/lib/time"
import type { Certificate } from "./queries"

/** The laboratory's certificate as a printable sheet. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { t, i18n } = useTranslation("reviews")
  const { product, xray } = certificate
  return (
    <div className="mt-12 print:mt-0">
      {certificate.isVoid ? (
        <Notice className="mb-5" tone="danger" announce>
          {t("verify.void")}
        </Notice>
      ) : (
        <div role="status" className="mb-5 flex items-center gap-3 text-success print:hidden">
          <ShieldCheck className="size-6 shrink-0" />
          <p className="font-medium">{t("verify.found")}</p>
        </div>
      )}
      {certificate.isSample && (
        <Notice className="mb-5" tone="warning">
          {t("verify.sample")}
        </Notice>
      )}
      <article
        aria-labelledby="certificate-title"
        className="rounded-md border border-gold bg-paper p-2 print:border-line-strong"
      >
        <div className="rounded-sm border border-gold/50 px-5 py-8 sm:px-10 sm:py-12">
          <header className="flex flex-wrap items-start justify-between gap-6 border-line border-b pb-7">
            <div>
              <p className="eyebrow flex items-center gap-2.5">
                <Mark className="size-6 text-gold" /> {t("verify.sheet")}
              </p>
              <h2 id="certificate-title" className="mt-3 text-2xl">
                {product.title}
              </h2>
              <p className="mt-1 select-all break-all text-ink-soft tabular-nums" translate="no">
                {certificate.number}
              </p>
            </div>
            <figure className="flex items-center gap-4">
              <img
                src={`/api/certificates/${encodeURIComponent(certificate.number)}/qr.svg`}
                alt={t("verify.qr")}
                width={112}
                height={112}
                className="size-28 rounded-sm border border-line bg-white"
              />
              <figcaption className="w-28 text-ink-soft text-xs">{t("verify.qrText")}</figcaption>
            </figure>
          </header>
          <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.1fr] print:grid-cols-2">
            <dl>
              <Fact name={t("verify.facts.product")}>
                <Link
                  to={`/products/${product.slug}`}
                  className="inline-block py-1 text-accent underline underline-offset-4 hover:text-accent-deep print:text-ink print:no-underline"
                >
                  {product.title}
                </Link>
              </Fact>
              {certificate.mukhi !== null && (
                <Fact name={t("verify.facts.mukhi")}>{t("verify.mukhi", { count: certificate.mukhi })}</Fact>
              )}
              <Fact name={t("verify.facts.origin")}>{certificate.origin}</Fact>
              <Fact name={t("verify.facts.weight")}>
                {t("verify.grams", {
                  grams: new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 }).format(
                    certificate.weight,
                  ),
                })}
              </Fact>
              <Fact name={t("verify.facts.lab")}>{certificate.lab}</Fact>
              <Fact name={t("verify.facts.issuedOn")}>
                <time dateTime={certificate.issuedOn}>{formatDate(certificate.issuedOn, i18n.language)}</time>
              </Fact>
            </dl>
            <div className={xray && product.picture ? "grid grid-cols-2 gap-4" : "max-w-80"}>
              {product.picture && (
                <Shot caption={t("verify.picture")}>
                  <Picture
                    picture={product.picture}
                    alt={product.title}
                    sizes="(min-width: 64rem) 20rem, 45vw"
                    className="rounded-md"
                  />
                </Shot>
              )}
              {xray && (
                <Shot caption={t("verify.xrayText")}>
                  <Picture
                    picture={xray}
                    alt={t("verify.xray", { title: product.title })}
                    sizes="(min-width: 64rem) 20rem, 45vw"
                    className="rounded-md"
                  />
                </Shot>
              )}
            </div>
          </div>
        </div>
      </article>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <p className="max-w-xl text-ink-soft text-sm">{t("verify.compare")}</p>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer className="size-5" />
          {t("verify.print")}
        </Button>
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] items-baseline gap-4 border-line border-b py-2.5 last:border-b-0">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Shot({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure>
      {children}
      <figcaption className="mt-2 text-ink-soft text-xs">{caption}</figcaption>
    </figure>
  )
}
