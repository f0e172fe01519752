import { FiguresSkeleton } from "@/features/admin/shared/figures-skeleton"

/** Heights of the chart's bars, in percent: no figures, only their shape. */
const BARS = [38, 52, 44, 61, 35, 70, 48, 57, 80, 42, 66, 54, 73, 60]

/** The dashboard's shape while its figures are loading. */
export function DashboardSkeleton({ label }: { label: string }) {
  return (
    <FiguresSkeleton label={label} className="mt-4" cards="h-28">
      <div className="mt-4 flex h-96 items-end gap-[2%] border-line border-b pl-14">
        {BARS.map((height, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Bar key={bar} height={height} />
        ))}
      </div>
    </FiguresSkeleton>
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
