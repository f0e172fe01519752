import type { ReactNode } from "react"
import { ErrorNotice } from "@/components/error-notice"
import { StaleNotice } from "./stale-notice"
import type { Conflict } from "./use-conflict"

type SaveBarProps = {
  conflict: Conflict | null
  error: Error | null
  /** Text of a failure without a message of the server. */
  failed: string
  status: ReactNode
  children: ReactNode
}

/** The bar of a long form, which stays in sight: the conflict or error of a save, the buttons, the state. */
export function SaveBar({ conflict, error, failed, status, children }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 space-y-3 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:rounded-t-md sm:border sm:px-5">
      <div className="max-h-[40dvh] overflow-y-auto empty:hidden">
        {conflict ? <StaleNotice conflict={conflict} /> : <ErrorNotice error={error} fallback={failed} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <p role="status" className="text-ink-soft text-sm">
          {status}
        </p>
      </div>
    </div>
  )
}
