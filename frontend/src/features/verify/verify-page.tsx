import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { loadQueries } from "@/lib/load-queries"
import { retryOf } from "@/lib/retry-of"
import { CertificateSheet } from "./certificate-sheet"
import { NotFound } from "./not-found"
import { NumberForm } from "./number-form"
import { certificateQuery } from "./queries"

export const loader = loadQueries(({ params: { number } }) => (number ? [certificateQuery(number)] : []))

/** Check a certificate: by the QR code on it, or by typing its number. */
export function Component() {
  const { t } = useTranslation("reviews")
  const { number = "" } = useParams()
  const title = t("verify.title")
  return (
    <div className="page pb-20">
      {number ? (
        <CertificateHead number={number} />
      ) : (
        <PageHead title={title} description={t("verify.intro")} canonical="/verify" />
      )}
      <div className="print:hidden">
        <Breadcrumb
          trail={[
            { label: t("shop:common.home"), to: "/" },
            ...(number ? [{ label: title, to: "/verify" }, { label: number }] : [{ label: title }]),
          ]}
        />
      </div>
      <header className="max-w-2xl print:hidden">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 text-ink-soft">{t("verify.intro")}</p>
        {/* Another number in the address is another form: what was typed for the last one goes. */}
        <NumberForm key={number} number={number} />
      </header>
      {number && <Answer number={number} />}
    </div>
  )
}

function CertificateHead({ number }: { number: string }) {
  const { t } = useTranslation("reviews")
  const certificate = useQuery(certificateQuery(number)).data
  const title = t("verify.title")
  if (!certificate) return <PageHead title={title} />
  return (
    <PageHead
      title={`${title} ${certificate.number}`}
      description={t("verify.description", { number: certificate.number })}
      canonical={`/verify/${certificate.number}`}
    />
  )
}

function Answer({ number }: { number: string }) {
  const { t } = useTranslation("reviews")
  const certificate = useQuery(certificateQuery(number))
  if (certificate.data) return <CertificateSheet certificate={certificate.data} />
  if (certificate.error instanceof ApiError && [404, 422].includes(certificate.error.status))
    return <NotFound number={number} />
  if (certificate.error) {
    return <ErrorState fallback={t("verify.failed")} {...retryOf(certificate)} />
  }
  return (
    <div aria-busy="true" className="mt-12">
      <p role="status" className="sr-only">
        {t("verify.loading")}
      </p>
      <Skeleton className="h-112 w-full rounded-md" />
    </div>
  )
}
