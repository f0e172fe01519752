import type { ReactNode } from "react"
import { Spinner } from "@/components/spinner"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { cx } from "@/lib/cx"

type LoadedProps = {
  /** Whether data is loaded. */
  here: boolean
  /** The rows are placeholder data of the previous query. */
  awaited?: boolean
  problem: { title: string; error: unknown; retrying: boolean; onRetry: () => void }
  loading: string
  children: ReactNode
}

/** A list with its loading and error states; loaded rows stay when a refetch fails. */
export function Loaded({ here, awaited, problem, loading, children }: LoadedProps) {
  if (!here && problem.error) return <LoadProblem {...problem} />
  if (!here) {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
        <Spinner /> {loading}
      </p>
    )
  }
  return (
    <>
      {problem.error ? <RenewProblem {...problem} /> : null}
      <div aria-busy={awaited} className={cx("transition-opacity", awaited && "opacity-60")}>
        {children}
      </div>
    </>
  )
}
