import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Spinner } from "@/components/spinner"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { cx } from "@/lib/cx"

type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching" | "isPlaceholderData"> & {
    refetch: () => unknown
  }
  loading: string
  /** Title of the error state. */
  failed: string
  children: (data: T) => ReactNode
}

/** A query's data with its loading and error states; loaded data stays when a refetch fails. */
export function Loaded<T>({ query, loading, failed, children }: LoadedProps<T>) {
  const { data, error, isFetching, isPlaceholderData } = query
  const problem = { title: failed, error, retrying: isFetching, onRetry: () => query.refetch() }
  if (data === undefined) {
    if (error) return <LoadProblem {...problem} />
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
        <Spinner /> {loading}
      </p>
    )
  }
  return (
    <>
      {error && <RenewProblem {...problem} />}
      {/* Placeholder data is that of the previous query. */}
      <div
        aria-busy={isPlaceholderData}
        className={cx("transition-opacity", isPlaceholderData && "opacity-60")}
      >
        {children(data)}
      </div>
    </>
  )
}
