import { Skeleton } from "@/components/skeleton"

/** Heights of the chart's bars, in percent: no figures, only their shape. */
const BARS = [38, 52, 44, 61, 35, 70, 48, 57, 80, 42, 66, 54, 73, 60]

/** The dashboard's shape while its figures are loading: cards, chart and latest orders. */
export function DashboardSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="mt-4 space-y-4">
      <span className="sr-only">{label}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <div key={card} className="h-28 rounded-md border border-line bg-paper px-4 py-3.5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-3 h-7 w-1/2" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="rounded-md border border-line bg-paper p-4 sm:p-5">
          <Skeleton className="h-7 w-48" />
          <div className="mt-4 flex h-96 items-end gap-[2%] border-line border-b pl-14">
            {BARS.map((height, bar) => (
              <Bar
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change
                key={bar}
                height={height}
              />
            ))}
          </div>
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

/** As an image: the page's policy allows no style attributes. */
function Bar({ height }: { height: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 100" preserveAspectRatio="none" className="h-full min-w-0 flex-1">
      <rect y={100 - height} width="10" height={height} className="fill-tile" />
    </svg>
  )
}
