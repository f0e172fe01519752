import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Breadcrumb } from "@/components/breadcrumb"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { breadcrumb, documentPage, organization, organizationWithReturns } from "@/lib/structured-data"
import { type Document, documentQuery } from "./queries"

/** Breadcrumb, title and lead of a fixed page; `children` renders what follows once the document is loaded. */
export function DocumentIntro({
  name,
  children,
}: {
  name: string
  children: (document: Document) => ReactNode
}) {
  const { t } = useTranslation("pages")
  const query = useQuery(documentQuery(name))
  const document = query.data
  if (!document)
    return (
      <div className="page py-16">
        {query.error ? (
          <>
            <PageHead />
            <ErrorState fallback={t("failed")} {...retryOf(query)} />
          </>
        ) : (
          <div aria-busy="true">
            <p role="status" className="sr-only">
              {t("loading")}
            </p>
            <Skeleton className="h-12 w-80 max-w-full rounded-md" />
            <Skeleton className="mt-8 h-112 w-full rounded-md" />
          </div>
        )}
      </div>
    )
  return (
    <div className="page pb-20">
      <Head document={document} />
      <div className="print:hidden">
        <Breadcrumb trail={[{ label: t("shop:common.home"), to: "/" }, { label: document.title }]} />
      </div>
      <header className="max-w-2xl">
        <h1 className="text-3xl lg:text-4xl">{document.title}</h1>
        <p className="mt-4 text-ink-soft text-lg">{document.lead}</p>
        {document.updated && (
          <p className="mt-4 text-ink-soft text-sm">{t("updated", { month: document.updated })}</p>
        )}
      </header>
      {children(document)}
    </div>
  )
}

function Head({ document }: { document: Document }) {
  const { t } = useTranslation("pages")
  const { name, title, lead } = document
  const path = `/${name}`
  return (
    <PageHead
      title={title}
      description={lead}
      canonical={path}
      structured={(site) => [
        documentPage(site, document),
        name === "returns" ? organizationWithReturns(site) : organization(site),
        breadcrumb(site, [
          [t("shop:common.home"), "/"],
          [title, path],
        ]),
      ]}
    />
  )
}
