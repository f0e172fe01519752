import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { loadQueries } from "@/lib/load-queries"
import { retryOf } from "@/lib/retry-of"
import { toast } from "@/lib/toast"
import { BirthForm } from "./birth-form"
import { type Draft, emptyDraft, QUESTION, questions } from "./draft"
import { type BirthMoment, type Details, recommendationQuery, signPageQuery, signsQuery } from "./queries"
import { Result } from "./result"
import { SignTable } from "./sign-table"

export const loader = loadQueries(({ search }) => {
  const sign = search.get("sign")
  return [sign ? signPageQuery(sign) : signsQuery()]
})

/** Bead recommendation: the form, then the result; or the result for the sign of a shared link. */
export function Component() {
  const [search] = useSearchParams()
  const sign = search.get("sign")
  return (
    <div className="page py-10 sm:py-14 print:py-0">
      {sign ? <SignPage key={sign} sign={sign} /> : <Finder />}
    </div>
  )
}

const nobody: Details = { name: "", gender: "other", dateOfBirth: "", timeOfBirth: "", placeOfBirth: "" }

const momentOf = ({ dateOfBirth, timeOfBirth, placeOfBirth }: Details): BirthMoment => ({
  dateOfBirth,
  timeOfBirth,
  placeOfBirth,
})

function FinderHead() {
  const { t } = useTranslation("guidance")
  return <PageHead title={t("title")} description={t("lead")} canonical="/rudraksh-recommendation" />
}

function Finder() {
  const { t } = useTranslation("guidance")
  const [search] = useSearchParams()
  const isFirst = (search.get(QUESTION) ?? questions[0]) === questions[0]
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [details, setDetails] = useState<Details | null>(null)
  const asked = details !== null
  const answer = useQuery({ ...recommendationQuery(details ?? nobody), enabled: asked })
  const ready = asked && answer.isSuccess
  const head = useRef<HTMLHeadingElement>(null)
  const before = useRef(ready)

  useEffect(() => {
    if (before.current === ready) return
    before.current = ready
    // Move the focus to the new step, for screen readers and keyboards.
    window.scrollTo({ top: 0 })
    head.current?.focus({ preventScroll: true })
    if (ready) toast.success(t("result.ready"))
  }, [ready, t])

  if (ready) {
    return (
      <>
        <FinderHead />
        <Result
          answer={answer.data}
          moment={momentOf(details)}
          headRef={head}
          onBack={() => setDetails(null)}
        />
      </>
    )
  }
  return (
    <>
      <FinderHead />
      <h1 ref={head} tabIndex={-1} className="text-3xl outline-none lg:text-4xl">
        {t("title")}
      </h1>
      {isFirst && <p className="mt-3 max-w-2xl text-ink-soft">{t("lead")}</p>}
      <BirthForm
        draft={draft}
        onChange={(change) => {
          setDraft((before) => ({ ...before, ...change }))
          // The error belongs to the submitted values: clear it when they change.
          if (answer.isError) setDetails(null)
        }}
        busy={asked && answer.isFetching}
        error={asked && !answer.isFetching ? answer.error : null}
        onSubmit={(wanted) => {
          if (asked && answer.isError) void answer.refetch()
          setDetails(wanted)
        }}
      />
      <SectionBoundary>
        <SignTable />
      </SectionBoundary>
    </>
  )
}

function SignPage({ sign }: { sign: string }) {
  const { t } = useTranslation("guidance")
  const page = useQuery(signPageQuery(sign))
  if (page.data) {
    const { recommendation } = page.data
    const title = t("signTitle", { sign: recommendation.name })
    return (
      <>
        <PageHead
          title={title}
          description={recommendation.recommendations.description}
          canonical={`/rudraksh-recommendation?sign=${recommendation.zodiacSign}`}
        />
        <Result answer={page.data} />
      </>
    )
  }
  return (
    <>
      <FinderHead />
      <h1 className="text-3xl lg:text-4xl">{t("title")}</h1>
      {page.error ? (
        <ErrorState fallback={t("result.failed")} {...retryOf(page)} />
      ) : (
        <Skeleton className="mt-10 h-96 w-full rounded-md" />
      )}
    </>
  )
}
