import { Skeleton } from "@/components/skeleton"

const panel = "rounded-md border border-line bg-paper p-4 sm:p-5"

/** The shape of the live view while its figures are loading. */
export function LiveSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{label}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <div key={card} className="h-24 rounded-md border border-line bg-paper px-4 py-3.5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-3 h-7 w-1/3" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className={panel}>
          <Skeleton className="h-7 w-48" />
          <Skeleton className="mt-4 h-112 w-full" />
        </div>
        <div className={`space-y-5 ${panel}`}>
          <Skeleton className="h-7 w-40" />
          {Array.from({ length: 6 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <div key={row} className="flex justify-between gap-6">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-5 w-12" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
