import { Skeleton } from "@/components/skeleton"

/** The form's place while it waits for what fills it in: fields must not change under the reader's hands. */
export function FormSkeleton() {
  return (
    <div aria-busy="true" className="space-y-5">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
