import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { Breadcrumb } from "@/components/breadcrumb"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { loadQueries } from "@/lib/load-queries"
import { retryOf } from "@/lib/retry-of"
import { breadcrumb } from "@/lib/structured-data"
import { readFaces, toggleFaces, writeFaces } from "./chosen-faces"
import { MukhiComparison } from "./mukhi-comparison"
import { MukhiLine } from "./mukhi-line"
import { MukhiList } from "./mukhi-list"
import { mukhiQuery } from "./queries"

export const loader = loadQueries(() => [mukhiQuery])

/** Every rudraksha bead by the number of its faces; up to three side by side, named in the page's address. */
export function Component() {
  const { t } = useTranslation(["mukhi", "shop"])
  const [params, setParams] = useSearchParams()
  const mukhi = useQuery(mukhiQuery)
  const beads = mukhi.data ?? []
  const chosen = readFaces(
    params,
    beads.map(({ faces }) => faces),
  )
  const toggle = (faces: number) =>
    setParams((before) => writeFaces(before, toggleFaces(chosen, faces)), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <>
      <PageHead
        title={t("title")}
        description={t("description")}
        canonical="/rudraksha"
        structured={(site) => [
          breadcrumb(site, [
            [t("shop:common.home"), "/"],
            [t("title"), "/rudraksha"],
          ]),
        ]}
      />
      <div className="page">
        <Breadcrumb trail={[{ label: t("shop:common.home"), to: "/" }, { label: t("title") }]} />
        <h1 className="mt-4 text-3xl lg:text-4xl">{t("title")}</h1>
        <p className="mt-4 max-w-2xl text-ink-soft lg:text-lg">{t("lead")}</p>
      </div>
      {!mukhi.data ? (
        <div className="page mt-10">
          {mukhi.error ? (
            <ErrorState fallback={t("failed")} {...retryOf(mukhi)} />
          ) : (
            <Skeleton className="h-[60rem] w-full rounded-md" />
          )}
        </div>
      ) : beads.length === 0 ? (
        <EmptyState
          title={t("empty")}
          action={<ButtonLink to="/products">{t("shop:category.allProducts")}</ButtonLink>}
        />
      ) : (
        <>
          <MukhiLine beads={beads} chosen={chosen} onToggle={toggle} />
          <div className="page">
            <SectionBoundary>
              <MukhiComparison
                beads={chosen.flatMap((faces) => beads.find((bead) => bead.faces === faces) ?? [])}
                onRemove={toggle}
              />
            </SectionBoundary>
            <MukhiList beads={beads} chosen={chosen} onToggle={toggle} />
          </div>
        </>
      )}
      <section className="page mt-20 text-center lg:mt-28">
        <h2 className="text-2xl lg:text-3xl">{t("unsure.title")}</h2>
        <p className="mx-auto mt-4 max-w-lg text-ink-soft">{t("unsure.text")}</p>
        <ButtonLink to="/rudraksh-recommendation" className="mt-8">
          {t("shop:common.findBead")}
        </ButtonLink>
      </section>
    </>
  )
}
