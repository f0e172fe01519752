import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { Notice } from "@/components/notice"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { retryOf } from "@/lib/retry-of"

type FetchedQuery<T> = Pick<UseQueryResult<T>, "data" | "error" | "isFetching"> & { refetch: () => unknown }

export type FetchedProps<T> = {
  query: FetchedQuery<T>
  /** The loading state; a text stands beside a spinner. */
  loading: ReactNode
  /** Title of the error state. */
  failed: string
  children: (data: T) => ReactNode
}

/** A query's data; until then the loading state, or the error with a retry button. */
export function Fetched<T>({ query, loading, failed, children }: FetchedProps<T>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (error) {
    return (
      <div className="pt-12 text-center">
        <h2 className="text-xl">{failed}</h2>
        <ErrorState compact {...retryOf(query)} />
      </div>
    )
  }
  if (typeof loading !== "string") return loading
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-soft">
      <Spinner /> {loading}
    </p>
  )
}

/** A page about one thing, by a query that is its whole content; `title` is the heading of the error state. */
export function FetchedPage<T>({ title, ...fetched }: FetchedProps<T> & { title: string }) {
  const { error, data } = fetched.query
  return (
    <>
      {error && data === undefined && <h1 className="sr-only">{title}</h1>}
      <Fetched {...fetched} />
    </>
  )
}

/** Above data that could not be refetched: error and retry button. */
export function RenewProblem<T>({ query, failed }: Pick<FetchedProps<T>, "query" | "failed">) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (!query.error) return null
  return (
    <Notice tone="danger" announce title={failed}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {errorText(query.error)}
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("common.tryAgain")}
        </Button>
      </div>
    </Notice>
  )
}
