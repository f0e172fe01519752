import type { UseQueryResult } from "@tanstack/react-query"
import { Skeleton } from "@/components/skeleton"
import { Fetched, type FetchedProps, RenewProblem } from "@/features/admin/shared/load-problem"
import { cx } from "@/lib/cx"

/** Widths of the placeholders: rows are not equally long. */
const ROWS = ["w-11/12", "w-4/5", "w-5/6", "w-3/4", "w-10/12", "w-2/3"]

export type LoadedQuery<T> = FetchedProps<T>["query"] & Pick<UseQueryResult<T>, "isPlaceholderData">

type LoadedProps<T> = FetchedProps<T> & { query: LoadedQuery<T>; loading: string }

/** A query's data with its loading and error states; loaded data stays when a refetch fails. */
export function Loaded<T>({ query, loading, failed, children }: LoadedProps<T>) {
  const { isPlaceholderData } = query
  const rows = (
    <div role="status" className="rounded-md border border-line bg-paper">
      <p className="border-line border-b px-4 py-2 text-ink-soft text-sm">{loading}</p>
      {ROWS.map((width) => (
        <div key={width} className="border-line border-b px-4 py-4 last:border-b-0">
          <Skeleton className={cx("h-5", width)} />
        </div>
      ))}
    </div>
  )
  return (
    <Fetched query={query} loading={rows} failed={failed}>
      {(data) => (
        <>
          <RenewProblem query={query} failed={failed} />
          {/* Placeholder data is that of the previous query. */}
          <div
            aria-busy={isPlaceholderData}
            className={cx("transition-opacity", isPlaceholderData && "opacity-60")}
          >
            {children(data)}
          </div>
        </>
      )}
    </Fetched>
  )
}
