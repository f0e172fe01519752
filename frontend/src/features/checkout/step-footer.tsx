import type { ReactNode } from "react"

/** The buttons of a step; they stay at the foot of the window while it scrolls. */
export function StepFooter({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-5 -mb-5 sm:-mx-8 sm:-mb-6 sticky -bottom-5 z-10 border-line border-t bg-paper px-5 py-4 max-sm:[&_button]:px-2.5 sm:-bottom-6 sm:rounded-b-lg sm:px-8">
      {children}
    </div>
  )
}
