import { Skeleton } from "@/components/skeleton"
import { FiguresSkeleton } from "@/features/admin/shared/figures-skeleton"

/** The shape of the live view while its figures are loading. */
export const LiveSkeleton = ({ label }: { label: string }) => (
  <FiguresSkeleton label={label} cards="h-24">
    <Skeleton className="mt-4 h-112 w-full" />
  </FiguresSkeleton>
)
