import type { ReactNode } from "react"
import { Skeleton } from "@/components/skeleton"
import { cx } from "@/lib/cx"

type FiguresSkeletonProps = {
  label: string
  className?: string
  /** Height of the cards. */
  cards: string
  /** The shape of the main panel's content. */
  children: ReactNode
}

/** The shape of a page of figures while they are loading: cards, a chart or map, and a list. */
export function FiguresSkeleton({ label, className, cards, children }: FiguresSkeletonProps) {
  return (
    <div role="status" className={cx("space-y-4", className)}>
      <span className="sr-only">{label}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <div key={card} className={cx("rounded-md border border-line bg-paper px-4 py-3.5", cards)}>
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-3 h-7 w-1/2" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="rounded-md border border-line bg-paper p-4 sm:p-5">
          <Skeleton className="h-7 w-48" />
          {children}
        </div>
        <div className="space-y-5 rounded-md border border-line bg-paper p-4 sm:p-5">
          <Skeleton className="h-7 w-40" />
          {Array.from({ length: 6 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <div key={row} className="flex justify-between gap-6">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-5 w-16" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
