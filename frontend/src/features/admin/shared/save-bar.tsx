import type { ReactNode } from "react"

/** The bar of a long form, which stays in sight: the conflict or error of a save, the buttons, the state. */
export function SaveBar({ notice, status, children }: Record<"notice" | "status" | "children", ReactNode>) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 space-y-3 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:rounded-t-md sm:border sm:px-5">
      <div className="max-h-[40dvh] overflow-y-auto empty:hidden">{notice}</div>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <p role="status" className="text-ink-soft text-sm">
          {status}
        </p>
      </div>
    </div>
  )
}
